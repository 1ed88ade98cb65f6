"""torch's functions on arrays: the values of the call with tensors in arrays, or an error that says what to write."""

import inspect
import operator
import warnings

import numpy as np
import pytest
import torch
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode, get_overridable_functions, get_testing_overrides, resolve_name
from torch.utils._pytree import tree_map_only

import xp_torch as xp

OPERATORS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "eq", "ne", "lt", "le", "gt", "ge"]
BITWISE = ["and_", "or_", "xor", "lshift", "rshift"]
INPLACE = ["iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow"]


def square():
    return torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]], dtype=torch.float64)


#: values of the parameters of torch's functions; others get the same tensor as the first.
VALUES = {
    **dict.fromkeys(["tensors", "matrices", "operands", "xs"], lambda t: [t, t + 1]),
    **dict.fromkeys(["dim", "axis", "dim0", "axis0", "p", "start", "diagonal"], lambda t: 0),
    **dict.fromkeys(["dim1", "axis1", "n", "k", "chunks", "groups", "length", "offset", "num_groups"], lambda t: 1),
    **dict.fromkeys(["indices_or_sections", "split_size_or_sections", "repeats", "num_samples", "bins"], lambda t: 1),
    **dict.fromkeys(["kernel_size", "output_size", "upscale_factor", "downscale_factor", "norm_type"], lambda t: 1),
    **dict.fromkeys(["index", "indices"], lambda t: torch.zeros((1,) * t.ndim, dtype=torch.int64)),
    **dict.fromkeys(["size", "shape", "sizes"], lambda t: t.shape),
    **dict.fromkeys(["train", "training", "keepdim", "upper"], lambda t: False),
    **dict.fromkeys(["eps", "momentum", "value", "threshold", "exponent"], lambda t: 0.5),
    **dict.fromkeys(["dims", "normalized_shape"], lambda t: t.shape[-1:]),
    **dict.fromkeys(["condition", "mask"], lambda t: t.real > 1),
    "source": lambda t: t.clone(),
    "dtype": lambda t: torch.float32,
    "equation": lambda t: "...i,...i->...",
    "args": lambda t: t.clone(),
}
#: the tensors to try, of which the first is taken for which the call with tensors succeeds.
INPUTS = [square, lambda: square()[0], lambda: square()[0, 0], lambda: square().long(), lambda: square() > 1]
INPUTS += [lambda: square()[None], lambda: square()[None, None], lambda: torch.complex(square(), square())]
FUNCTIONS = {
    resolve_name(f): f
    for module, functions in get_overridable_functions().items()
    if inspect.ismodule(module)
    for f in functions
    if f in get_testing_overrides() and resolve_name(f)
}


def ours(value):
    return tree_map_only(torch.Tensor, xp.asarray, value)


def call(function, args):
    """Return the result of a call, or None if it fails; random functions get the same stream."""
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*args)
        except Exception:
            return None


def same(got, expected):
    """Assert that a result has the values of torch's, in arrays."""
    if isinstance(expected, torch.Tensor):
        assert type(got) is xp.ndarray
        assert not got.tensor.is_conj()
        # The last digits of LAPACK's results depend on the alignment of the memory.
        inexact = expected.is_floating_point() or expected.is_complex()
        off = 16 * torch.finfo(expected.dtype).eps if inexact else 0
        torch.testing.assert_close(got.tensor, expected.resolve_conj(), rtol=off, atol=off, equal_nan=True)
    elif isinstance(expected, (tuple, list)):
        assert type(got) is type(expected)
        for a, b in zip(got, expected, strict=True):
            same(a, b)
    else:
        assert type(got) is type(expected)
        assert got == expected or got != got


@pytest.mark.cpu_only
def test_every_function_of_torch_that_can_be_overridden():
    overrides, compared, random = get_testing_overrides(), 0, ("empty", "dropout")
    for name, function in FUNCTIONS.items():
        parameters = inspect.signature(overrides[function]).parameters.values()
        names = [p.name for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
        for make in INPUTS:
            args, twins = [[VALUES.get(n, lambda t: t.clone())(make()) for n in names] for _ in range(2)]
            expected = call(function, args)
            if expected is None or not any(isinstance(x, (torch.Tensor, list)) for x in args):
                continue
            twins = ours(twins)
            got = call(function, twins)
            assert got is not None, name
            if not any(part in name for part in random):
                same(got, expected)
            if name.endswith("_") and isinstance(got, xp.ndarray):
                assert got is twins[0], name
            compared += 1
            break
    # The others need other arguments: torch 2.13 has 707.
    assert compared > 500


@pytest.mark.parametrize("name", OPERATORS + BITWISE)
def test_operators_follow_the_rules_of_arrays_in_both_orders(name):
    act = getattr(operator, name)
    first, second = torch.tensor([5, 2, 7], dtype=torch.uint16), torch.tensor(3)
    for a, b in ((first, first),) if name == "matmul" else ((first, second), (first, first), (second, first)):
        expected = act(xp.asarray(a), xp.asarray(b))
        for got in (act(a, xp.asarray(b)), act(xp.asarray(a), b)):
            assert type(got) is xp.ndarray
            assert got.dtype is expected.dtype
            assert got.tolist() == expected.tolist()


def test_divmod_and_a_method_behind_an_operator():
    t, x = torch.tensor([5.0, 7.0]), xp.asarray([2.0, 4.0])
    assert [r.tolist() for r in divmod(t, x)] == [[2.0, 1.0], [1.0, 3.0]]
    assert t.add(x).dtype is xp.float64
    assert t.__rsub__(x).tolist() == [-3.0, -3.0]
    assert torch.ops.aten.add(torch.ones(2), xp.asarray(2.0)).dtype is xp.float32
    assert t.add(x, alpha=2).tolist() == torch.add(t, x, alpha=2).tolist() == [9.0, 15.0]


@pytest.mark.parametrize("name", INPLACE)
@pytest.mark.parametrize("shape", [(), (3,)])
def test_inplace_operators_write_into_the_tensor(name, shape):
    t = torch.full(shape, 5.0)
    x, view = xp.full(shape, 2.0), t.view_as(t)
    expected = getattr(operator, name)(xp.asarray(t.clone()), x)
    assert getattr(operator, name)(t, x) is t
    assert view.tolist() == expected.tolist()
    assert t.dtype is torch.float32
    with pytest.raises(RuntimeError, match="same_kind"):
        getattr(operator, name)(torch.ones(shape, dtype=torch.int64), x)


def test_functions_follow_the_rules_of_torch():
    t, x = torch.ones(2), xp.asarray(2.0)
    assert torch.add(t, x).dtype is xp.float32
    assert (t + x).dtype is xp.float64
    with pytest.raises(RuntimeError, match="size of tensor"):
        torch.add(t, xp.ones(3))


def test_nested_arguments_and_results():
    x, t = xp.asarray([1.0, 5.0]), torch.ones(2, dtype=torch.float64)
    assert torch.cat([x, t]).tolist() == [1.0, 5.0, 1.0, 1.0]
    assert torch.einsum("i,i", x, t).tolist() == 6.0
    values, indices = torch.max(x, 0)
    assert (values.tolist(), indices.tolist()) == (5.0, 1)
    assert isinstance(torch.max(x, 0), torch.return_types.max)
    assert [type(part) for part in torch.split(x, 1)] == [xp.ndarray] * 2
    assert type(torch.linalg.svd(x[None]).S) is xp.ndarray
    assert (torch.numel(x), torch.is_floating_point(x), torch.equal(x, t)) == (2, True, False)


def test_views_share_memory_and_a_target_is_returned():
    x, t = xp.asarray([1.0, -5.0]), torch.zeros(2, dtype=torch.float64)
    torch.unsqueeze(x, 0)[0, 0] = 7.0
    assert x.tolist() == [7.0, -5.0]
    assert torch.neg_(x) is x
    assert torch.abs(x, out=x) is x
    assert torch.add(x, 1, out=t) is t
    assert (x.tolist(), t.tolist()) == ([7.0, 5.0], [8.0, 6.0])
    assert F.relu(x, inplace=True) is x


def test_elements_are_those_of_a_resized_array():
    x = xp.asarray([1.0, 2.0])
    assert x[1] == 2.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.neg(xp.asarray([3.0]), out=x)
    assert x[0] == -3.0
    with pytest.raises(IndexError):
        x[1]


def test_elements_and_views_with_negative_steps():
    x = xp.asarray([1.0, 2.0, 3.0])
    assert torch.sin(x[1]).tolist() == np.sin(2.0)
    assert torch.flip(x[::-1], [0]).tolist() == [1.0, 2.0, 3.0]
    assert torch.unsqueeze(x[::-1], 0).tolist() == [[3.0, 2.0, 1.0]]
    torch.add(x[::-1], 1, out=x[::-1])
    view = x[::-1]
    assert torch.neg_(view) is view
    assert x.tolist() == [-2.0, -3.0, -4.0]
    with torch.inference_mode():
        y = xp.asarray([1.0, 2.0])
        torch.mul(y, 3, out=y[::-1])
    assert y.tolist() == [6.0, 3.0]
    t = torch.zeros(3, dtype=torch.float64)
    t += x[::-1]
    t[0] = x[0]
    assert t.tolist() == [-2.0, -3.0, -2.0]


@pytest.mark.cpu_only
@pytest.mark.filterwarnings("ignore:.*are deprecated")
def test_results_that_no_array_holds_are_tensors():
    x = xp.asarray([1.0, 2.0])
    sparse = torch.sparse_coo_tensor(xp.asarray([[0, 1]]), x, (2,), check_invariants=True)
    assert sparse.layout is torch.sparse_coo
    assert torch.quantize_per_tensor(x.astype(xp.float32), 0.1, 0, torch.qint8).is_quantized
    assert not torch.conj(xp.asarray([1j])).tensor.is_conj()


def test_subclasses_are_kept_and_can_override():
    class Named(xp.ndarray):
        def __array_finalize__(self, obj):
            self.name = getattr(obj, "name", None)

    class Counting(xp.ndarray):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return (func.__name__, super().__torch_function__(func, types, args, kwargs))

    x = xp.ones(2).view(Named)
    x.name = "width"
    for got in (torch.sin(x), torch.add(xp.ones(2), x), torch.split(x, 1)[0], torch.ones(2) + x):
        assert type(got) is Named
        assert got.name == "width"
    name, result = torch.sin(xp.ones(2).view(Counting))
    assert (name, type(result)) == ("sin", Counting)


class Foreign:
    """Another library's array."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "theirs"


class Tagged(torch.Tensor):
    """A user's tensor."""


def test_other_types_decide():
    x = xp.ones(2)
    assert torch.add(x, Foreign()) == torch.add(Foreign(), x) == "theirs"
    tagged = torch.ones(2).as_subclass(Tagged)
    for got in (torch.add(x, tagged), tagged + x, torch.sin(xp.asarray(tagged))):
        assert type(got) is xp.ndarray
        assert type(got.tensor) is Tagged
    assert type(torch.nn.Parameter(torch.ones(2)) + x) is xp.ndarray


@pytest.mark.cpu_only
def test_modes_and_where_the_protocol_is_disabled():
    class Names(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            seen.append(func.__name__)
            return func(*args, **(kwargs or {}))

    seen, x = [], xp.ones(2)
    with Names():
        assert type(torch.sin(x)) is xp.ndarray
    assert seen == ["sin"]
    with torch.device("meta"):
        assert torch.ones_like(x).device.type == "cpu"
        assert torch.full((2,), x[0]).device.type == "meta"
    with torch._C.DisableTorchFunction(), pytest.raises(TypeError, match="must be Tensor, not ndarray"):
        torch.sin(x)
    assert torch.overrides.has_torch_function((x,))
    assert torch.overrides.is_tensor_like(x)
    assert not torch.is_tensor(x)
    assert torch.Tensor.shape.__get__(x.tensor) == (2,)


def test_indices_of_tensors():
    t, i, j = torch.arange(12.0).reshape(3, 4), xp.asarray([0, 2]), xp.asarray([1, 3])
    for key in ((i, j), (slice(None), j), (i, 1), (i[0], j.tensor)):
        got = t[key]
        assert type(got) is xp.ndarray
        assert got.tolist() == xp.asarray(t)[key].tolist()
    t[:, j] = 0
    t[1] = xp.arange(4)
    t[i, j] = xp.asarray([8, 9])
    assert t.tolist() == [[0.0, 8.0, 2.0, 0.0], [0.0, 1.0, 2.0, 3.0], [8.0, 0.0, 10.0, 9.0]]
    mask = t > 8
    t[mask] = xp.asarray(-1.0)
    assert t.min() == -1


@pytest.mark.cpu_only
def test_0d_arrays_are_numbers_as_sizes_bounds_and_indices_of_torchs():
    i, n, t = xp.asarray([1, 2, 3]), xp.asarray([4, 2]).sum() - 3, torch.arange(12.0).reshape(3, 4)
    for shape in (n, i[2], (i[2],), [i[2]]):
        for made in (torch.zeros(shape), torch.ones(shape), torch.empty(shape), torch.rand(shape), torch.randn(shape)):
            assert type(made) is torch.Tensor
            assert made.shape == (3,)
    for made, expected in (
        (torch.zeros((i[1], 2), dtype=torch.int8), torch.zeros((2, 2), dtype=torch.int8)),
        (torch.full((2,), xp.asarray([0.5])[0]), torch.full((2,), 0.5)),
        (torch.arange(i[0], n), torch.arange(1, 3)),
        (torch.linspace(0, i[1], steps=n), torch.linspace(0, 2, 3)),
        (t[i[0]], t[1]),
        (t[n - 1], t[2]),
        (t[i[0], i[1]], t[1, 2]),
        (t[xp.asarray(1), 1:], t[1, 1:]),
        (t[..., i[2]], t[..., 3]),
    ):
        assert type(made) is torch.Tensor
        assert made.dtype == expected.dtype
        assert made.tolist() == expected.tolist()
    layer = torch.nn.Linear(i[2], i[1])
    assert layer(torch.ones(3)).shape == (2,)
    t.requires_grad_()
    t[i[0]].sum().backward()
    assert t.grad.sum() == 4


@pytest.mark.parametrize("make", [lambda: xp.asarray([0, 1]), lambda: xp.arange(40) % 2, lambda: xp.zeros((1, 2), int)])
def test_an_array_as_the_only_index_of_a_tensor_is_refused(make):
    # torch makes a tuple of the elements or rows, which would address something else.
    t, x = torch.ones(2, 3), make()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for key in (x, x > 0):
            with pytest.raises(TypeError, match=r"write tensor\[x.tensor\]"):
                t[key]
            with pytest.raises(TypeError, match=r"write tensor\[x.tensor\]"):
                t[key] = 0.0
    assert type(t[x.tensor]) is torch.Tensor


def test_tensors_of_arrays():
    x = xp.asarray([1.0, 2.0])
    assert torch.as_tensor(x).data_ptr() == torch.asarray(x).data_ptr() == x.tensor.data_ptr()
    assert torch.tensor(x).tolist() == [1.0, 2.0]
    assert torch.stack([x.mean(), x.sum()]).tolist() == [1.5, 3.0]
    torch.testing.assert_close(x, x.copy())
    with pytest.raises(TypeError, match="No comparison pair"):
        torch.testing.assert_close(x, x.tensor)
    with pytest.raises(AssertionError):
        torch.testing.assert_close(x, x + 1)
    with pytest.raises(BufferError, match="requires grad"):
        torch.as_tensor(xp.asarray(torch.ones(2, requires_grad=True)))


def test_modules():
    x = xp.ones((1, 3, 8, 8), dtype=xp.float32)
    layers = (
        torch.nn.Conv2d(3, 2, 3),
        torch.nn.ReLU(),
        torch.nn.MaxPool2d(2),
        torch.nn.LayerNorm(3),
        torch.nn.Linear(3, 1),
    )
    model = torch.nn.Sequential(*layers)
    got = model(x)
    assert type(got) is xp.ndarray
    same(got, model(x.tensor))
    loss = torch.nn.MSELoss()(got, torch.zeros(got.shape))
    loss.tensor.backward()
    assert model[0].weight.grad is not None
    # A module that calls methods of its input takes a tensor.
    with pytest.raises(AttributeError, match="dim"):
        torch.nn.BatchNorm2d(3)(x)


def test_training_by_a_parameter_of_an_array():
    x, y = xp.asarray([[1.0], [2.0]]), xp.asarray([[2.0], [4.0]])
    weight = torch.nn.Parameter(xp.zeros((1, 1)).tensor)
    optimizer = torch.optim.SGD([weight], lr=0.1)
    for _ in range(50):
        optimizer.zero_grad()
        loss = F.mse_loss(x @ weight, y)
        loss.tensor.backward()
        optimizer.step()
    assert abs(weight.item() - 2.0) < 1e-6


@pytest.mark.filterwarnings("ignore:.*is deprecated")
def test_gradients():
    t = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    x = xp.asarray(t)
    (got,) = torch.autograd.grad(torch.sin(x).sum(), x)
    assert type(got) is xp.ndarray
    np.testing.assert_allclose(got, np.cos([1.0, 2.0]))
    values, args = xp.asarray([1.0, 2.0]), (xp.asarray([1.0, 0.0]),)
    assert torch.func.grad(lambda x: torch.sum(x**2).tensor)(values).tolist() == [2.0, 4.0]
    assert torch.vmap(torch.sin)(values).tolist() == torch.sin(values).tolist()
    assert [r.tolist() for r in torch.func.jvp(torch.square, (values,), args)] == [[1.0, 4.0], [2.0, 0.0]]
    assert torch.func.jacrev(torch.square)(values).tolist() == [[2.0, 0.0], [0.0, 4.0]]


COMPILED = {
    "functions": lambda x, t: torch.sin(x) + F.relu(torch.add(x, t)) + torch.special.erf(x) + torch.linalg.norm(x),
    "nested": lambda x, t: torch.stack([x, t, torch.cat(list(torch.split(x, 2)))]),
    "named": lambda x, t: torch.max(x, 0).values + torch.linalg.svd(x[None]).S,
    "operators": lambda x, t: (t - x) / (t - 2 * x) + (x < t) + (t < x),
    "inplace": lambda x, t: t.add_(x),
    "linear": lambda x, t: F.linear(x, torch.ones(2, 3, dtype=torch.float64)),
}


@pytest.mark.compiled
@pytest.mark.parametrize("function", COMPILED.values(), ids=COMPILED)
def test_compiled_code(function):
    x, t = xp.asarray([0.5, -1.0, 2.0]), torch.tensor([1.0, 2.0, 4.0], dtype=torch.float64)
    expected = function(x, t.clone())
    torch._dynamo.reset()
    got = torch.compile(function, fullgraph=True, backend="eager")(x, t.clone())
    assert type(got) is type(expected)
    assert got.tolist() == expected.tolist()


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["add", "matmul", "iadd", "isub", "itruediv", "ipow"])
def test_compiled_operators_that_torch_reorders_are_refused(name):
    # Dynamo calls the same method of the tensor for ``x + t``, ``t + x`` and ``x += t``.
    torch._dynamo.reset()
    with pytest.raises(Exception, match=r"convert the tensor with xp_torch\.asarray"):
        torch.compile(getattr(operator, name), fullgraph=True, backend="eager")(xp.ones(2), torch.ones(2))
