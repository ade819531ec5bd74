; 0, where a negative width leads to before the beginning: the patched one of Fig. 14
        slt $4, $2, $0
        beq $4, $0, plain
        add $3, $0, $0
        beq $1, $0, end
        sub $5, $0, $2
        slt $4, $5, $1
        beq $4, $0, end
plain:  add $3, $1, $2
end:    jr $31
