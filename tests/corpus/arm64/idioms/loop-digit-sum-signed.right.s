ldr x6, 8
b 12
.8byte 10
sub x1, x1, x1
top: cmp x0, xzr
b.eq done
sdiv x3, x0, x6    // should be udiv
mul x4, x3, x6
sub x0, x0, x4
add x1, x1, x0
add x0, x3, xzr
b top
done: add x0, x1, xzr
br x30
