// until-negative, left
ldr x9, 8
b 12
.8byte 1
add x2, x0, xzr
top: cmp x2, xzr
b.lt end
add x2, x2, x9
b top
end: br x30
