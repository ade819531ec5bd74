; wrong: multiplies with $1
        add $6, $1, $0
        add $7, $2, $0
loop:   beq $6, $7, done
        sltu $5, $6, $7
        bne $5, $0, less
        sub $6, $6, $7
        beq $0, $0, loop
less:   sub $7, $7, $6
        beq $0, $0, loop
done:   divu $1, $6
        mflo $3
        mult $3, $1
        mflo $3
        jr $31
