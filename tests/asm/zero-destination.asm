add $0, $1, $2
mflo $0
lis $0
.word 5
lw $0, 0($30)
add $0, $0, $0 ; the usual way to do nothing
sw $0, -4($30)
jr $31
