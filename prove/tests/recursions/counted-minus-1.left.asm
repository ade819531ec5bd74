;@ claim: equivalent
;@ family: counted-up
lis $4
.word 1
lis $7
.word 700
divu $1, $7
mfhi $1

loop:
beq $5, $1, done
sub $6, $5, $2
sub $3, $3, $6
add $5, $5, $4
beq $0, $0, loop
done:
add $0, $0, $0
jr $31
