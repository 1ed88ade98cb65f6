"""Kernels: `torch.Tensor` in, `torch.Tensor` out, right for every dtype. They import `_facts` and torch only."""
