    lis $4
    .word gcd
    jr $4
.import gcd
