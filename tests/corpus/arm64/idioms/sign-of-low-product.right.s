mul x2, x0, x1    // should be smulh
ldr x0, 8
b 12
.8byte 1
cmp x2, xzr
b.lt done
sub x0, x0, x0
done: br x30
