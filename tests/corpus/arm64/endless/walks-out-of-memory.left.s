// walks-out-of-memory, left
ldr x9, 8
b 12
.8byte 4
sub x2, x2, x2
cmp x0, x1
b.ne end
top: ldur x3, [x2, 0]
add x2, x2, x9
b top
end: br x30
