"""The tests of the conformance commands run beside an installed wheel, as the tests of the package do."""

from support.checkout import load_package

load_package("conformance")
