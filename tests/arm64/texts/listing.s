// Prints the larger of x0 and x1.
.import print
        cmp x0, x1
        b.ge larger
        add x0, x1, xzr
larger: ldr x2, 8
        b 12
        .8byte print
        br x2
