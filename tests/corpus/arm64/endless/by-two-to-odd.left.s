// by-two-to-odd, left
ldr x9, 8
b 12
.8byte 2
sub x2, x2, x2
top: cmp x2, x0
b.eq end
add x2, x2, x9
b top
end: add x0, x2, xzr
br x30
