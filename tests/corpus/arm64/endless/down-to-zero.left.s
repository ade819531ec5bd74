// down-to-zero, left
ldr x9, 8
b 12
.8byte 1
top: cmp x0, xzr
b.eq end
sub x0, x0, x9
b top
end: br x30
