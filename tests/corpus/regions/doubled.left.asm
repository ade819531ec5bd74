; the number: f of Fig. 9
        add $3, $1, $0
        jr $31
