// The absolute value of x0, at most the greatest number.
ldr x7, 8
b 12
.8byte 9223372036854775807
cmp x0, xzr
b.ge done
sub x1, x1, x1
sub x0, x1, x0
cmp x0, xzr
b.ge done
add x0, x7, xzr
done: br x30
