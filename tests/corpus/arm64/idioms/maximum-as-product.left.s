// The larger one of x0 and x1.
    cmp x0, x1
    b.ge end
    add x0, x1, xzr
end:
    br x30
