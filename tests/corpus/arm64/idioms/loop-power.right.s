ldr x6, 8
b 12
.8byte 8
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x7, 8
b 12
.8byte 1
ldr x9, 8
b 12
.8byte 3
sub x1, x1, x1      // should be 1
top: cmp x7, x0
b.gt done
mul x1, x1, x9
sub x0, x0, x7
b top
done: add x0, x1, xzr
br x30
