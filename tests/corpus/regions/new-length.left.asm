; the new length of a text: SetTextInternal of Fig. 13
        add $3, $1, $2
        jr $31
