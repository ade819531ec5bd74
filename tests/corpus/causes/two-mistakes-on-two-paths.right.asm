; and wrong here: no single fix makes the programs agree
        slt $4, $1, $2
        beq $4, $0, other
        add $5, $1, $2
        add $3, $5, $2
        jr $31
other:  sub $5, $2, $1
        add $3, $5, $5
        jr $31
