; -1, 0 or 1: sign' of Fig. 1
        slt $4, $1, $0
        slt $5, $0, $1
        sub $3, $5, $4
        jr $31
