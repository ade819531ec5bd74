// branch-to-itself, right
br x30
