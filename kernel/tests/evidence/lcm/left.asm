; $3 := the least common multiple of $1 and $2, by a gcd with remainders
        add $6, $1, $0
        add $7, $2, $0
loop:   beq $7, $0, done
        divu $6, $7
        add $6, $7, $0
        mfhi $7
        beq $0, $0, loop
done:   divu $1, $6
        mflo $3
        mult $3, $2
        mflo $3
        jr $31
