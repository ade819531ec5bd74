;@ title: Right angles, with squares that overflow
;@ family: triangle
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 2147483585, 16 -> 0 | 1
;@ label-from: witness
;@ note: Sides from 46341 on have squares that do not fit: some sums are 65 *
;@   65 modulo 2^32.
; 1 if legs $1 and $2 make a right triangle with the longest side 65, else 0.
    add $3, $0, $0
    beq $1, $0, done
    beq $2, $0, done
    lis $4
    .word 65
    sltu $5, $1, $4
    beq $5, $0, done
    sltu $5, $2, $4
    beq $5, $0, done
    mult $1, $1
    mflo $5
    mult $2, $2
    mflo $6
    add $5, $5, $6
    mult $4, $4
    mflo $6
    bne $5, $6, done
    lis $3
    .word 1
done:
    jr $31
