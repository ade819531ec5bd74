// x0 + x1.
    add x0, x0, x1
    br x30
