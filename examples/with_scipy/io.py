"""Files of scipy.io."""

import io
import tempfile

import numpy as np
from scipy import io as sio
from scipy import sparse

A = np.arange(12.0).reshape(3, 4)


def matlab():
    file = io.BytesIO()
    sio.savemat(file, {"a": A, "label": "experiment", "n": np.array([1, 2, 3]), "s": {"x": A[0]}, "z": A * 1j})
    loaded = sio.loadmat(file)
    return loaded["a"], loaded["n"], loaded["z"], loaded["s"]["x"][0, 0], sio.whosmat(file)[0][0], loaded["a"] + A


def matrix_market():
    file = io.BytesIO()
    sio.mmwrite(file, A, comment="dense")
    return sio.mmread(io.BytesIO(file.getvalue()))


def sparse_matrix_market():
    file = io.BytesIO()
    sio.mmwrite(file, sparse.coo_array(np.where(A > 5, A, 0)))
    return sio.mmread(io.BytesIO(file.getvalue())).toarray()


def sound():
    file = io.BytesIO()
    t = np.linspace(0.0, 0.1, 800)
    data = (np.iinfo(np.int16).max * 0.5 * np.sin(2 * np.pi * 100 * t)).astype(np.int16)
    sio.wavfile.write(file, 8000, data)
    rate, found = sio.wavfile.read(io.BytesIO(file.getvalue()))
    return rate, found, found / 2 + data


def netcdf():
    file = io.BytesIO()
    f = sio.netcdf_file(file, "w")
    f.createDimension("time", 10)
    time = f.createVariable("time", "i4", ("time",))
    time[:] = np.arange(10)
    time.units = "days since 2008-01-01"
    f.flush()
    return sio.netcdf_file(io.BytesIO(file.getvalue()), mmap=False).variables["time"][:] * 1


def fortran():
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/records"
        with sio.FortranFile(path, "w") as file:
            file.write_record(np.array([1, 2, 3], dtype=np.int32))
            file.write_record(np.linspace(0, 1, 4))
        with sio.FortranFile(path, "r") as file:
            return file.read_ints("i4"), file.read_reals(float)
