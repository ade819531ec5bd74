; int s = 0; int i = 0; int m = 0; if (b < a) { m = b; } else { m = a; } while (i < m) { s = s + i; i = i + 1; } while (i < a) { s = s + 2 * i; i = i + 1; } return s;
    lis $8
    .word 1
    lis $9
    .word 2
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
    add $5, $5, $6
    add $6, $6, $8
    beq $0, $0, loop3
done4:
loop5:
    slt $22, $6, $1
    beq $22, $0, done6
    mult $9, $6
    mflo $21
    add $5, $5, $21
    add $6, $6, $8
    beq $0, $0, loop5
done6:
    add $3, $5, $0
    jr $31
