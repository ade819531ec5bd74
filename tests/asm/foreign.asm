f:
addi $3, $1, 5
move $3, $1
li $3, 42
la $4, f
jal f
j f
nop
syscall
subu $3, $1, $2
addu $3, $1
bnez $3, f
ori $1, $1, 1
blt $1, $2, f
MUL $3, $1, $2
