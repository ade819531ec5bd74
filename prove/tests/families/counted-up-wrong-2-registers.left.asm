;@ claim: differ
;@ family: counted-up
lis $4
.word 1
lis $7
.word 700
divu $1, $7
mfhi $1

loop:
beq $1, $0, done
sub $1, $1, $4
mult $1, $1
mflo $6
add $3, $3, $6
beq $0, $0, loop
done:
add $0, $0, $0
jr $31
