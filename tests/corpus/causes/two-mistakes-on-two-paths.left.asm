; each path has a line of its own that is right here
        slt $4, $1, $2
        beq $4, $0, other
        add $5, $1, $1
        add $3, $5, $2
        jr $31
other:  sub $5, $1, $2
        add $3, $5, $5
        jr $31
