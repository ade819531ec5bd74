// The square of x0 + x1.
    add x2, x0, x1
    mul x0, x2, x2
    br x30
