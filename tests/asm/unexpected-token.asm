$1
, add
add $3,, $1, $2
add , $3, $1, $2
jr $31,
lw $3, ($30
lw $3, 0(
lw $3, 0(,)
add $3, .word, 5
jr ):
