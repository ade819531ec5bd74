ldr x7, 8
b 12
.8byte 1
cmp x0, xzr
b.eq done
top: add x1, x1, x1
add x1, x1, x7
sub x0, x0, x7
cmp x0, xzr
b.ne top
done: add x0, x1, xzr
br x30
