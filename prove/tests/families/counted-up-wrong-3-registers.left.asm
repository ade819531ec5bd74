;@ claim: differ
;@ family: counted-up
lis $4
.word 1
lis $7
.word 700
divu $1, $7
mfhi $1

loop:
beq $5, $1, done
add $3, $3, $8
add $8, $8, $2
add $5, $5, $4
beq $0, $0, loop
done:
add $0, $0, $0
jr $31
