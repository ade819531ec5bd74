// Ten times x0 by additions.
    add x1, x0, x0
    add x2, x1, x1
    add x2, x2, x2
    add x0, x1, x2
    br x30
