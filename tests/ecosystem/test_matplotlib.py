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
    "boxplot of a matrix": lambda ax, np, x, g: ax.boxplot(g[:4]),
    "violinplot of a matrix": lambda ax, np, x, g: ax.violinplot(g[:4], positions=x),
    "hist of a matrix": lambda ax, np, x, g: ax.hist(g[:4]),
    "hist of two arrays": lambda ax, np, x, g: ax.hist([x, x**2], bins=4, density=True),
    "eventplot": lambda ax, np, x, g: ax.eventplot(g, lineoffsets=x),
    "contour": lambda ax, np, x, g: ax.contour(x, x, g, levels=np.linspace(0, 9, 4)),
    "pie": lambda ax, np, x, g: ax.pie(x + 1, explode=x / 9),
    "plot of a matrix": lambda ax, np, x, g: ax.plot(x, g),
    "plot of one row and a column": lambda ax, np, x, g: (ax.plot(g[:1]), ax.plot(g[:, :1])),
    "specgram": lambda ax, np, x, g: ax.specgram(np.sin(np.arange(200.0)), NFFT=32, noverlap=16),
    "stackplot of a matrix": lambda ax, np, x, g: ax.stackplot(x, g),
    "stairs": lambda ax, np, x, g: ax.stairs(x[1:], x, baseline=x[1:] / 2),
    "stem": lambda ax, np, x, g: ax.stem(x, x**2),
    "step": lambda ax, np, x, g: ax.step(x, g, where="mid"),
    "tripcolor": lambda ax, np, x, g: ax.tripcolor(x, x**2, x),
    "imshow of colors": lambda ax, np, x, g: ax.imshow(np.stack([g, g.T, g], axis=-1) / 9),
    "barh": lambda ax, np, x, g: ax.barh(x, x, left=x),
    "vlines": lambda ax, np, x, g: (ax.vlines(x, 0, x), ax.hlines(x, x, 1)),
    "fill": lambda ax, np, x, g: ax.fill(x, x**2),
    "xcorr": lambda ax, np, x, g: ax.xcorr(x, x**2, maxlags=3),
    "spy": lambda ax, np, x, g: ax.spy(g > 4),
    "barbs": lambda ax, np, x, g: ax.barbs(x, x, 9 * g, g.T),
    "loglog": lambda ax, np, x, g: ax.loglog(x + 1, g + 1),
    "ecdf": lambda ax, np, x, g: ax.ecdf(x, weights=x),
    "bar of a mask": lambda ax, np, x, g: ax.bar(x[x > 0.3], g[0][x > 0.3]),
    "scatter of matrices": lambda ax, np, x, g: ax.scatter(g, g.T, c=g, s=g),
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
