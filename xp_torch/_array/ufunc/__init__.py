"""Universal functions: the records of the operations, and the ufuncs and operators made from them."""
