ldr x6, 8
b 12
.8byte 10
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x5, 8
b 12
.8byte 2
sub x1, x1, x1
top: cmp x1, x0
b.hi done           // goes on at an equal one
add x1, x1, x5
cmp x1, x0
b.ne top
done: add x0, x1, xzr
br x30
