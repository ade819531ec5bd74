; int s = 0; int i = 0; int j = 0; j = a; while (i < j) { i = i + 1; if (i < j) { s = s + i * i + j * j; } else { s = s + i * i; } j = j - 1; } return s;
    lis $8
    .word 1
    add $5, $0, $0
    add $6, $0, $0
    add $7, $0, $0
    add $7, $1, $0
loop1:
    slt $22, $6, $7
    beq $22, $0, done2
    add $6, $6, $8
    slt $22, $6, $7
    beq $22, $0, else3
    mult $6, $6
    mflo $21
    add $20, $5, $21
    mult $7, $7
    mflo $21
    add $5, $20, $21
    beq $0, $0, end4
else3:
    mult $6, $6
    mflo $21
    add $5, $5, $21
end4:
    sub $7, $7, $8
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31
