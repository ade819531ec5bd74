// A negative x0 is a large number without a sign.
ldr x7, 8
b 12
.8byte 100
cmp x0, x7
b.ls done
cmp x0, xzr
sub x0, x0, x0
b.lt done
add x0, x7, xzr
done: br x30
