;@ title: Kinds of triangles, counted and by branches
;@ family: triangle
;@ verdict: equivalent
;@ label-from: proof
;@ note: Sides that are equal in two pairs are equal in all three.
; The kind of the triangle with sides $1, $2 and 7: 3 if all are equal, 2 if
; two are, 1 if none are. 0 if it is none.
    add $3, $0, $0
    lis $4
    .word 7
    slt $5, $0, $1
    beq $5, $0, done
    slt $5, $0, $2
    beq $5, $0, done
    sub $5, $1, $2      ; the difference is less than 7
    slt $6, $5, $4
    beq $6, $0, done
    sub $5, $2, $1
    slt $6, $5, $4
    beq $6, $0, done
    add $7, $1, $2      ; and the sum is more: both may be near 2^31
    sltu $6, $4, $7
    beq $6, $0, done
    lis $8
    .word 1
    add $3, $8, $0
    bne $1, $2, second
    add $3, $3, $8
second:
    bne $1, $4, third
    add $3, $3, $8
third:
    bne $2, $4, done
    bne $1, $2, count
    jr $31              ; all are equal, and two pairs have been counted
count:
    add $3, $3, $8
done:
    jr $31
