// branch-to-itself, left
cmp x0, x1
stay: b.eq stay
br x30
