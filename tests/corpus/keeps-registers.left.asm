; A procedure that doubles $1 and adds $2. It uses $16, so it saves it on the
; stack and puts it back.
    sw $16, -4($30)
    add $16, $1, $1
    add $3, $16, $2
    lw $16, -4($30)
    jr $31
