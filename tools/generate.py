"""Write what is generated after functions were added: ``python -m tools.generate special.powm1``, a minute a function.

These are the stubs, the tables of NumPy's names and of NumPy's functions on our arrays, and the functions' rows of the
table of transforms. ``python -m tools.generate_transforms`` runs all functions again.
"""

import sys

from tools import generate_stubs, generate_support, generate_through_numpy, generate_transforms

if __name__ == "__main__":
    for path, text in generate_stubs.texts().items():
        path.write_text(text, encoding="utf-8")
    generate_support.PAGE.write_text(generate_support.text(), encoding="utf-8")
    generate_support.TABLE.write_text(generate_support.table(), encoding="utf-8")
    generate_through_numpy.PAGE.write_text(generate_through_numpy.text(), encoding="utf-8")
    if names := sys.argv[1:]:
        generate_transforms.update(names, write=True)
