;@ claim: differ
;@ family: counted-up
lis $4
.word 1
lis $7
.word 700
divu $1, $7
mfhi $1
add $3, $4, $0
loop:
beq $5, $1, done
add $5, $5, $4
mult $3, $5
mflo $3
beq $0, $0, loop
done:
add $0, $0, $0
jr $31
