; inputs 2170912, 0
; Stores $1 over an instruction; what is fetched then depends on it. The
; input is `add $3, $1, $1` ($1 as in 0x00212020: `add $4, $1, $1`).
    sw $1, 8($0)
    lis $5
    .word 0
    add $3, $1, $2
    jr $31
