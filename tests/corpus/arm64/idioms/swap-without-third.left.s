// x1 - x0
    sub x0, x1, x0
    br x30
