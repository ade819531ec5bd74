// The first branch is reached without a cmp, the second one from a load.
        b.eq there
        cmp x0, x1
        ldur x2, [sp, -8]
        b.lt there
        cmp x0, x1
        b.ge there
there:  br x30
