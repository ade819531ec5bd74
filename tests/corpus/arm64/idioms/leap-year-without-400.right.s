ldr x2, 8
b 12
.8byte 4
ldr x3, 8
b 12
.8byte 25
ldr x5, 8
b 12
.8byte 1
sub x9, x9, x9
udiv x6, x0, x2
mul x7, x6, x2
cmp x7, x0
b.ne done
add x9, x9, x5
udiv x7, x6, x3
mul x10, x7, x3
cmp x10, x6
b.ne done
sub x9, x9, x5    // 400 is missing
done: add x0, x9, xzr
br x30
