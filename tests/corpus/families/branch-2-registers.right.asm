; int s = 0; int i = 0; int m = 0; if (b < a) { m = b; } else { m = a; } while (i < m) { s = s * 3 + i; i = i + 1; } while (i < a) { s = s + b; i = i + 1; } return s;
    lis $8
    .word 3
    lis $9
    .word 1
    add $5, $0, $0
    add $6, $0, $0
    add $7, $0, $0
    slt $22, $2, $1
    beq $22, $0, else1
    add $7, $2, $0
    beq $0, $0, end2
else1:
    add $7, $1, $0
end2:
loop3:
    slt $22, $6, $7
    beq $22, $0, done4
    mult $5, $8
    mflo $20
    add $5, $20, $6
    add $6, $6, $9
    beq $0, $0, loop3
done4:
loop5:
    slt $22, $6, $1
    beq $22, $0, done6
    add $5, $5, $2
    add $6, $6, $9
    beq $0, $0, loop5
done6:
    add $3, $5, $0
    jr $31
