// One more where 3 * x0 == 370368 and x1 == x0 + 5.
ldr x2, 8
b 12
.8byte 3
ldr x3, 8
b 12
.8byte 370368
ldr x4, 8
b 12
.8byte 5
add x5, x0, x4
mul x6, x0, x2
add x0, x0, x1
cmp x6, x3
b.ne done
cmp x5, x1
b.ne done
ldr x7, 8
b 12
.8byte 1
add x0, x0, x7
done: br x30
