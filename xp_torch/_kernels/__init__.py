"""Kernels: `torch.Tensor` in, `torch.Tensor` out, right for every dtype. They know the facts and torch."""
