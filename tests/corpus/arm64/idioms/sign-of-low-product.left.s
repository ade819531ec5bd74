// Is the whole product of x0 and x1 negative?
    smulh x2, x0, x1
    ldr x0, 8
    b 12
    .8byte 1
    cmp x2, xzr
    b.lt end
    sub x0, x0, x0
end:
    br x30
