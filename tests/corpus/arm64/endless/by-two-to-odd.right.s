// by-two-to-odd, right
ldr x9, 8
b 12
.8byte 2
sub x2, x2, x2
top: cmp x2, x0
b.hs end
add x2, x2, x9
b top
end: add x0, x0, xzr
br x30
