// x0 * x0 - x1 * x1
    mul x2, x0, x0
    mul x3, x1, x1
    sub x0, x2, x3
    br x30
