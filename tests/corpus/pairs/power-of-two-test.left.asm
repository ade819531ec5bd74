; 1 if $1 is a power of two, else 0: halves it while it is even.
    add $3, $0, $0
    beq $1, $0, done
    lis $4
    .word 2
    lis $5
    .word 1
loop:
    beq $1, $5, yes
    divu $1, $4
    mflo $1
    mfhi $6
    beq $6, $0, loop
    jr $31
yes:
    add $3, $5, $0
done:
    jr $31
