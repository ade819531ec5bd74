// down-by-steps-of-four, left
ldr x9, 8
b 12
.8byte 4
ldr x8, 8
b 12
.8byte 16
sub sp, sp, x8
stur x0, [sp, 0]
top: ldur x2, [sp, 0]
cmp x2, x1
b.eq end
sub x2, x2, x9
stur x2, [sp, 0]
b top
end: add sp, sp, x8
add x0, x2, xzr
br x30
