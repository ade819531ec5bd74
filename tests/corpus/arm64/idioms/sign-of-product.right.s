// One is negative, and the other one positive.
sub x2, x2, x2
ldr x3, 8
b 12
.8byte 1
cmp x0, xzr
b.eq done
b.lt minus
cmp x1, xzr
b.ge done
add x2, x3, xzr
b done
minus: cmp x1, xzr
b.le done
add x2, x3, xzr
done: add x0, x2, xzr
br x30
