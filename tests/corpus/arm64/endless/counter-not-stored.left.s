// counter-not-stored, left
ldr x9, 8
b 12
.8byte 1
ldr x8, 8
b 12
.8byte 16
sub sp, sp, x8
sub x2, x2, x2
stur x2, [sp, 0]
top: ldur x3, [sp, 0]
cmp x3, x0
b.ge end
add x2, x2, x3
add x3, x3, x9
b top
end: add sp, sp, x8
add x0, x2, xzr
br x30
