lis $4
.word 1
lis $7
.word 700
divu $1, $7
mfhi $1

lis $20
.word 12
lis $21
.word f
sub $30, $30, $20
sw $31, 0($30)
jalr $21
lw $31, 0($30)
add $30, $30, $20
jr $31
f:
add $3, $0, $0
beq $5, $1, done
sub $30, $30, $20
sw $31, 0($30)
sw $2, 4($30)
add $5, $5, $4
jalr $21
lw $2, 4($30)
mult $5, $2
mflo $6
add $3, $3, $6
lw $31, 0($30)
add $30, $30, $20
done:
jr $31
