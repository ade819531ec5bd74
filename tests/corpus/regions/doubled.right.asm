; twice the number
        add $3, $1, $1
        jr $31
