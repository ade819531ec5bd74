; 1000 / ($2 - i) for i from 0 to $1, summed up. Faults where that is 0.
    lis $4
    .word 1
    lis $5
    .word 1000
    add $3, $0, $0
    add $7, $0, $0
loop:
    sub $6, $2, $7
    beq $7, $1, last
    divu $5, $6
    mflo $6
    add $3, $6, $3
    add $7, $7, $4
    beq $0, $0, loop
last:
    beq $6, $0, done
    divu $5, $6
    mflo $6
    add $3, $6, $3
done:
    jr $31
