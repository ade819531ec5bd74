// prints-for-ever, left
ldr x9, 8
b 12
.8byte 0xc000000000010008
ldr x8, 8
b 12
.8byte 65
cmp x0, x1
b.ne end
top: stur x8, [x9, 0]
b top
end: br x30
