"""Random functions."""
