// follows-links, right
ldr x9, 8
b 12
.8byte 8
ldr x8, 8
b 12
.8byte 1
sub x2, x2, x2
sub x4, x4, x4
cmp x1, xzr
b.eq end
top: cmp x2, x1
b.hs end
cmp x4, x1
b.hs end
mul x3, x2, x9
add x3, x3, x0
ldur x2, [x3, 0]
add x4, x4, x8
b top
end: add x0, x2, xzr
br x30
