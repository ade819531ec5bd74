; Names of other files: print is linked by itself.
.import print
.import print
.export main
main:
    lis $4
    .word print
    jalr $4
    lis $5
    .word main
    jr $5
