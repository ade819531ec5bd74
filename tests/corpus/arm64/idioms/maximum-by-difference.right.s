// max(x0, x1) by the sign of x0 - x1
sub x2, x0, x1
cmp x2, xzr
b.ge done
add x0, x1, xzr
done: br x30
