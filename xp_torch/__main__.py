"""``python -m xp_torch``: the versions and settings that a report of a problem should contain."""

import xp_torch

xp_torch.show_versions()
