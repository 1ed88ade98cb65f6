"""`ndarray`, and what every function of arrays needs: coercion, indexing, exchange of memory."""
