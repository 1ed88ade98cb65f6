"""networkx takes our matrices by the functions that are named for arrays."""

import numpy as np
import pytest

import xp_torch as xp

nx = pytest.importorskip("networkx")


def test_from_numpy_array_reads_the_matrix():
    x = xp.asarray([[0.0, 2.0, 0.0], [2.0, 0.0, 3.0], [0.0, 3.0, 1.0]])
    for graph in (nx.Graph, nx.DiGraph):
        ours, numpys = (nx.from_numpy_array(a, create_using=graph) for a in (x, np.asarray(x)))
        assert list(ours.edges(data=True)) == list(numpys.edges(data=True))
    assert nx.to_numpy_array(nx.Graph(np.asarray(x))).tolist() == x.tolist()


def test_the_constructor_takes_the_rows_for_edges():
    # networkx asks isinstance(x, numpy.ndarray), and takes other collections for lists of edges.
    edges = xp.asarray([[0, 1], [1, 2]])
    assert list(nx.Graph(edges).edges) == [(0, 1), (1, 2)]
    assert list(nx.Graph(np.asarray(xp.eye(2))).edges) == [(0, 0), (1, 1)]
    with pytest.raises(nx.NetworkXError):
        nx.Graph(xp.eye(3))


def test_elements_are_nodes():
    graph = nx.path_graph(3)
    x = xp.arange(3)
    assert x[0] in graph
    assert nx.shortest_path(graph, x[0], x[2]) == [0, 1, 2]
