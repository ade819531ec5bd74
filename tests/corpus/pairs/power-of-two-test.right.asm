; 1 if $1 is a power of two, else 0: doubles 1 until it is no less.
    lis $4
    .word 1
loop:
    sltu $5, $4, $1
    beq $5, $0, compare
    add $4, $4, $4
    beq $0, $0, loop
compare:
    lis $3
    .word 1
    beq $4, $1, done
    add $3, $0, $0
done:
    jr $31
