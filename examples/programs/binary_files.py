"""Binary files of both byte orders: a set of images, a graymap of 16 bits and sampled sound."""

import io
import struct
import tempfile
import zlib
from pathlib import Path

import numpy as np

DTYPES = {8: np.uint8, 11: np.dtype(">i2"), 13: np.dtype(">f4")}


def read_idx(stream):
    """Read the format of the MNIST files: a magic number, sizes and elements, all big-endian."""
    zero, code, ndim = struct.unpack(">HBB", stream.read(4))
    word = np.dtype(np.uint32).newbyteorder(">")
    shape = tuple(int(np.frombuffer(stream.read(4), dtype=word)[0]) for _ in range(ndim))
    return np.frombuffer(stream.read(), dtype=DTYPES[code]).reshape(shape)


def read_graymap(data):
    """Read a portable graymap, whose values take two big-endian bytes if they exceed 255."""
    magic, width, height, largest, pixels = data.split(maxsplit=4)
    dtype = ">u2" if int(largest) > 255 else "u1"
    return np.frombuffer(pixels, dtype=dtype, count=int(width) * int(height)).reshape(int(height), int(width))


def main():
    images = np.arange(2 * 3 * 4, dtype=np.uint8).reshape(2, 3, 4) * 9
    stream = io.BytesIO(struct.pack(">HBBIII", 0, 8, 3, *images.shape) + bytes(images))
    loaded = read_idx(stream)
    levels = read_idx(io.BytesIO(struct.pack(">HBBI3f", 0, 13, 1, 3, 0.5, -2.0, 1e6)))
    print("images", loaded.shape, loaded.sum(axis=(1, 2)), "equal" if np.array_equal(loaded, images) else "changed")
    print("levels", levels * 2, np.dtype(">f4") == np.float32, DTYPES[11].itemsize)

    ramp = (np.linspace(0, 1, 12).reshape(3, 4) * 60000).astype(np.uint16)
    graymap = read_graymap(b"P5 4 3 65535\n" + ramp.byteswap().tobytes())
    print("graymap\n", graymap, graymap.max() - graymap.min())

    rate = 8000
    time = np.arange(400) / rate
    wave = np.stack([np.sin(2 * np.pi * 440 * time), 0.5 * np.sin(2 * np.pi * 660 * time)], axis=1)
    samples = np.round(wave * 32767).astype("<i2")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sound"
        with path.open("wb") as file:
            file.write(struct.pack("<4sII", b"RIFF", samples.nbytes, rate))
            samples.tofile(file)
            samples[::-1].byteswap().tofile(file)
        with path.open("rb") as file:
            _, size, found = struct.unpack("<4sII", file.read(12))
            forward = np.fromfile(file, dtype="<i2", count=size // 2).reshape(-1, 2)
            backward = np.fromfile(file, dtype=">i2").reshape(-1, 2)
    print("sound", found, forward.shape, zlib.crc32(forward.tobytes()), np.array_equal(forward[::-1], backward))
    spectrum = np.abs(np.fft.rfft(forward / 32767, axis=0))
    print("peaks", [int(k) * rate // len(forward) for k in spectrum.argmax(axis=0)])

    packed = np.packbits(ramp > 20000)
    print("bits", bytes(packed).hex(), np.unpackbits(packed, count=ramp.size).sum())
    return loaded, levels + 0, graymap + 0, spectrum
