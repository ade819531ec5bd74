// The absolute value of x0.
    cmp x0, xzr
    b.ge end
    sub x2, x2, x2
    sub x0, x2, x0
end:
    br x30
