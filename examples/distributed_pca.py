"""Fit scikit-learn's PCA to samples that are sharded over processes, and compare with NumPy.

On one machine, and on four; torch reads the variable when it is loaded, and asks for huge pages, as NumPy does::

    export THP_MEM_ALLOC_ENABLE=1
    torchrun --nproc-per-node 2 examples/distributed_pca.py
    torchrun --nnodes 4 --nproc-per-node 8 --rdzv-endpoint HOST:29500 examples/distributed_pca.py --rows 100000000

scikit-learn takes the namespace from the array, so nothing in it knows of the processes. The covariances of the
features are added up over the processes; their eigenvectors are computed by each of them.
"""

import argparse
import os

# scikit-learn asks for it, and SciPy reads it when it is imported.
os.environ["SCIPY_ARRAY_API"] = "1"

import numpy as np
import sklearn
import torch
import torch.distributed as dist
from sklearn.decomposition import PCA
from torch.distributed.device_mesh import init_device_mesh

import xp_torch


def make_samples(rows: int, features: int) -> np.ndarray:
    """Return correlated samples."""
    random = np.random.default_rng(0)
    return random.normal(size=(rows, features)) @ random.normal(size=(features, features)) + 1


def main() -> None:
    """Fit both and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000, help="number of samples; default: 10000")
    parser.add_argument("--features", type=int, default=8)
    parser.add_argument("--components", type=int, default=3)
    parser.add_argument("--solver", default="covariance_eigh", choices=("covariance_eigh", "full"))
    asked = parser.parse_args()
    kind = "cuda" if torch.cuda.is_available() else "cpu"
    dist.init_process_group()  # by what torchrun has put into the environment
    device = xp_torch.distributed.Device(init_device_mesh(kind, (dist.get_world_size(),)))

    data = make_samples(asked.rows, asked.features)
    expected = PCA(asked.components, svd_solver=asked.solver).fit_transform(data)
    with sklearn.config_context(array_api_dispatch=True):
        model = PCA(asked.components, svd_solver=asked.solver)
        transformed = model.fit_transform(xp_torch.asarray(data, device=device))
    difference = float(np.max(np.abs(np.asarray(transformed) - expected)))
    variances = np.asarray(model.explained_variance_)
    if dist.get_rank() == 0:
        print(f"{asked.rows} samples on {transformed.device}: variances {variances}")
        print(f"largest difference of a transformed sample from NumPy's: {difference:.1e}")
    dist.destroy_process_group()
    if difference > 1e-8:
        raise SystemExit("the transformed samples differ from NumPy's")


if __name__ == "__main__":
    main()
