"""Train a network of torch's on arrays."""

import torch

import xp_torch as xp


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y: torch.Tensor = self.layer(x)
        return y


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = xp.ones((4, 3), dtype=xp.float32)
for _ in range(3):
    out = xp.asarray(net(x.tensor))
    loss_array = xp.mean(xp.square(out - 1))
    optimizer.zero_grad()
    loss_array.backward()
    optimizer.step()
    loss: float = loss_array.item()
t: torch.Tensor = x.tensor
w = xp.asarray(torch.zeros(3), device="cpu")
w = w.requires_grad_(True)
y = (w * 2).sum()
y.backward()
g = w.grad
if g is not None:
    print(g + 1)
print(w.detach().to_device("cpu"), w.requires_grad)
