.import larger
    lis $5
    .word larger
    jr $5
