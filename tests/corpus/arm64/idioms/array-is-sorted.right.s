ldr x8, 8
b 12
.8byte 8
ldr x7, 8
b 12
.8byte 1
add x9, x7, xzr
cmp x1, x7
b.ls done
top: sub x1, x1, x7
cmp x1, xzr
b.eq done
ldur x2, [x0, 0]
ldur x3, [x0, 8]
add x0, x0, x8
cmp x2, x3
b.lt top    // should be b.le
sub x9, x9, x9
done: add x0, x9, xzr
br x30
