"""A small neural network, its gradient written out, trained by gradient descent."""

import math

import torch

STEPS = 10
SAMPLES, INPUTS, HIDDEN, OUTPUTS, RATE = 256, 32, 64, 10, 0.1


def start(rng):
    """The samples, their one-hot labels and the weights."""
    x = rng.standard_normal((SAMPLES, INPUTS))
    labels = (rng.integers(0, OUTPUTS, SAMPLES)[:, None] == range(OUTPUTS)).astype("float64")
    first = rng.standard_normal((INPUTS, HIDDEN)) / math.sqrt(INPUTS)
    second = rng.standard_normal((HIDDEN, OUTPUTS)) / math.sqrt(HIDDEN)
    return x, labels, first, first[0] * 0, second, second[0] * 0


def step(np, x, labels, first, bias, second, offset):
    """One step of gradient descent on the cross entropy."""
    hidden = np.tanh(np.matmul(x, first) + bias)
    scores = np.matmul(hidden, second) + offset
    scores = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    error = (scores / np.sum(scores, axis=1, keepdims=True) - labels) / x.shape[0]
    back = np.matmul(error, second.T) * (1.0 - hidden**2)
    second, offset = second - RATE * np.matmul(hidden.T, error), offset - RATE * np.sum(error, axis=0)
    first, bias = first - RATE * np.matmul(x.T, back), bias - RATE * np.sum(back, axis=0)
    return x, labels, first, bias, second, offset


def step_of_torch(x, labels, first, bias, second, offset):
    """The same on plain tensors."""
    hidden = torch.tanh(x @ first + bias)
    scores = hidden @ second + offset
    scores = torch.exp(scores - torch.amax(scores, dim=1, keepdim=True))
    error = (scores / torch.sum(scores, dim=1, keepdim=True) - labels) / x.shape[0]
    back = (error @ second.T) * (1.0 - hidden**2)
    second, offset = second - RATE * (hidden.T @ error), offset - RATE * torch.sum(error, dim=0)
    first, bias = first - RATE * (x.T @ back), bias - RATE * torch.sum(back, dim=0)
    return x, labels, first, bias, second, offset
