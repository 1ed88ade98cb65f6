"""Calls of how arrays lie in memory: addresses are nothing to trace."""

CALLS = {"may_share_memory": (), "shares_memory": ()}
