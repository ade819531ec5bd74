// element-by-two, left
ldr x9, 8
b 12
.8byte 2
cmp x1, xzr
b.eq none
ldur x2, [x0, 0]
top: cmp x2, x1
b.eq end
add x2, x2, x9
b top
end: add x0, x2, xzr
br x30
none: sub x0, x0, x0
br x30
