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
mult $5, $5
mflo $6
mult $6, $5
mflo $6
add $3, $3, $6
add $5, $5, $4
beq $0, $0, loop
done:
add $0, $0, $0
jr $31
