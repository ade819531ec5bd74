// up-to-the-greatest, left
ldr x9, 8
b 12
.8byte 1
ldr x8, 8
b 12
.8byte 0x7ffffffffffffff0
cmp x0, x8
b.gt big
sub x0, x0, x0
br x30
big: add x2, x8, xzr
top: cmp x2, x0
b.gt end
add x2, x2, x9
b top
end: sub x0, x0, x0
br x30
