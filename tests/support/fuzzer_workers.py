"""A worker of the fuzzer that ends or hangs, in a module that a spawned process imports without the repository."""

import os
import time

#: the places of `support.fuzzer.run` in a worker's shared memory
INDEX, OURS = 0, 1


def work_that_ends(pipe, place, seed, module):
    """Stand for a worker: the first example of a chunk that starts at 0 ends the process, or never ends."""
    while (chunk := pipe.recv()) is not None:
        name, start, _ = chunk
        if start == 0:
            place[INDEX], place[OURS] = start, name != "cos"
            if name == "tan":
                time.sleep(600)
            os._exit(9)
        pipe.send(([], {}))
