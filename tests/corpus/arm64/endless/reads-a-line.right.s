// reads-a-line, right
ldr x9, 8
b 12
.8byte 0xc000000000010000
ldr x8, 8
b 12
.8byte 10
sub x0, x0, x0
top: ldur x2, [x9, 0]
cmp x2, x8
b.eq end
cmp x2, xzr
b.lt end
add x0, x2, xzr
b top
end: br x30
