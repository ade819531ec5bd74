ldr x8, 8
b 12
.8byte 8
ldr x7, 8
b 12
.8byte 1
sub x9, x9, x9
sub x9, x9, x7
sub x2, x2, x2
top: cmp x2, x1
b.eq done
ldur x3, [x0, 0]
cmp x3, xzr
b.ne next
add x9, x2, xzr    // should end here
next: add x0, x0, x8
add x2, x2, x7
b top
done: add x0, x9, xzr
br x30
