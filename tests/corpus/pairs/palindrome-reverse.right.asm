; 1 if $1, a number to 999, reads the same backwards, else 0: its first and
; its last digit are equal.
    add $3, $0, $0
    lis $4
    .word 1000
    sltu $5, $1, $4
    beq $5, $0, done
    lis $4
    .word 10
    divu $1, $4
    mfhi $6             ; the last digit
    mflo $7             ; what is before it
    lis $5
    .word 1
    beq $7, $0, yes     ; one digit
    sltu $8, $7, $4
    bne $8, $0, first   ; two digits
    divu $7, $4
    mflo $7
first:
    bne $6, $7, done
yes:
    add $3, $5, $0
done:
    jr $31
