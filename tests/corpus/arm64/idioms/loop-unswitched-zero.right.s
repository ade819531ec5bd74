ldr x6, 8
b 12
.8byte 64
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x7, 8
b 12
.8byte 1
sub x9, x9, x9
sub x10, x10, x10
cmp x1, xzr
b.le plus    // should be b.lt
minus: cmp x9, x0
b.eq done
sub x10, x10, x9
add x9, x9, x7
b minus
plus: cmp x9, x0
b.eq done
add x10, x10, x9
add x10, x10, x9
add x9, x9, x7
b plus
done: add x0, x10, xzr
br x30
