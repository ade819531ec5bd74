; the position ($1) behind a character of a width ($2): char_to_clump of Fig. 14
        add $3, $1, $2
        jr $31
