;@ contract: {"observe": ["$3", "$4"]}
; the position ($3) behind a character of a width ($2), and how many were written ($4): char_to_clump of Fig. 14
        add $4, $2, $0
        add $3, $1, $2
        jr $31
