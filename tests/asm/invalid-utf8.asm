add $3, $1, $2
jr $31 ; café
