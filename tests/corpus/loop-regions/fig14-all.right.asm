; the patched one of Fig. 14
        add $4, $2, $0
        slt $5, $2, $0
        beq $5, $0, plain
        bne $1, $0, other
        add $4, $0, $0
        add $3, $0, $0
        jr $31
other:  sub $6, $0, $2
        slt $5, $6, $1
        bne $5, $0, plain
        add $3, $0, $0
        jr $31
plain:  add $3, $1, $2
        jr $31
