; a branch against a number, as the papers write it
    sub $28, $1, $2
loop:
    bne $28, 42, loop
    beq $28, 0xffffffff, end
    lw $4, 0, $30
    lis $5
    42
    lis $6
    .word loop
end:
    jr $31
