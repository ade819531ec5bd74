// unsigned-is-at-least-zero, left
ldr x9, 8
b 12
.8byte 1
sub x2, x2, x2
top: cmp x0, xzr
b.lo end
add x2, x2, x0
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
