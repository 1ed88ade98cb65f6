"""matplotlib draws our arrays as it draws NumPy's."""

import numpy as np
import pytest

import xp_torch as xp

matplotlib = pytest.importorskip("matplotlib")
figure = pytest.importorskip("matplotlib.figure")
backend = pytest.importorskip("matplotlib.backends.backend_agg")

CALLS = {
    "plot": lambda ax, np, x, g: ax.plot(x, x**2, x[::-1], x),
    "plot of elements": lambda ax, np, x, g: ax.plot(list(x), list(x)),
    "scatter": lambda ax, np, x, g: ax.scatter(x, x**2, c=x, s=20 * x),
    "hist": lambda ax, np, x, g: ax.hist(x, bins=np.linspace(0, 1, 4), weights=x),
    "hist2d": lambda ax, np, x, g: ax.hist2d(x, x**2),
    "hexbin": lambda ax, np, x, g: ax.hexbin(x, x**2, gridsize=4),
    "imshow": lambda ax, np, x, g: ax.imshow(g),
    "pcolormesh": lambda ax, np, x, g: ax.pcolormesh(g, g.T, g),
    "contourf": lambda ax, np, x, g: ax.contourf(g, levels=np.linspace(0, 9, 4)),
    "tricontourf": lambda ax, np, x, g: ax.tricontourf(x, x**2, x),
    "streamplot": lambda ax, np, x, g: ax.streamplot(x, x, g, g.T),
    "quiver": lambda ax, np, x, g: ax.quiver(x, x, g, g.T, g),
    "errorbar": lambda ax, np, x, g: ax.errorbar(x, x, yerr=x / 9, xerr=np.stack([x, x])),
    "fill_between": lambda ax, np, x, g: ax.fill_between(x, x, 2 * x, where=x > 0.3),
    "bar": lambda ax, np, x, g: ax.bar(x, x, width=x / 9),
    "boxplot": lambda ax, np, x, g: ax.boxplot([x, x**2]),
    "stackplot": lambda ax, np, x, g: ax.stackplot(x, x, x),
    "limits and ticks": lambda ax, np, x, g: (ax.set_xlim(x[0], x[-1]), ax.set_xticks(x)),
    "text": lambda ax, np, x, g: ax.annotate("a", xy=x[:2], xytext=x[1:3]),
}


def drawn(call, library):
    fig = figure.Figure()
    canvas = backend.FigureCanvasAgg(fig)
    x = library.linspace(0, 1, 6)
    call(fig.subplots(), library, x, library.arange(36.0).reshape(6, 6) % 10)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_pictures_are_those_of_numpys_arrays(name):
    np.testing.assert_array_equal(drawn(CALLS[name], xp), drawn(CALLS[name], np))


def test_an_array_is_a_color():
    figure.Figure().subplots().plot([1, 2], color=xp.asarray([0.1, 0.2, 0.3]))


@pytest.mark.parametrize("name", ["bar", "plot", "scatter", "errorbar", "fill_between"])
def test_pictures_are_drawn_without_warnings(name):
    drawn(CALLS[name], xp)
