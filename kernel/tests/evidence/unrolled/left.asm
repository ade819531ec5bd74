; $3 := $1 + ($1 - 1) + ... + 1
        lis $4
        .word 1
        add $3, $0, $0
loop:   slt $5, $0, $1
        beq $5, $0, done
        add $3, $3, $1
        sub $1, $1, $4
        beq $0, $0, loop
done:   jr $31
