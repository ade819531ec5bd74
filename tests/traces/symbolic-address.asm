; inputs 400, 9
; An address that depends on the input may be anything: the text, too.
    sw $2, 0($1)
    lw $3, 404($0)
    lw $4, 0($1)
    beq $3, $4, end
    add $3, $3, $4
end:
    jr $31
