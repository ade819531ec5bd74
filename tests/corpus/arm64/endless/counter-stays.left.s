// counter-stays, left
ldr x9, 8
b 12
.8byte 1
sub x2, x2, x2
sub x3, x3, x3
top: cmp x3, x0
b.ge end
add x2, x2, x9
add x2, x2, x3
b top
end: add x0, x2, xzr
br x30
