// doubles-to-zero, left
ldr x9, 8
b 12
.8byte 1
top: cmp x0, xzr
b.eq end
add x0, x0, x0
b top
end: br x30
