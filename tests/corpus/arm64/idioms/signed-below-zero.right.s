cmp x0, xzr
sub x0, x0, x0
b.ge done
ldr x0, 8
b 12
.8byte 1
done: br x30
