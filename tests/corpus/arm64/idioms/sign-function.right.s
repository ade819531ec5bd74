ldr x1, 8
b 12
.8byte -1
cmp x0, xzr
b.lt minus
b.eq done
sub x0, x0, x0
sub x0, x0, x1
br x30
minus: add x0, x1, xzr
done: br x30
