// prints-for-ever, right
ldr x9, 8
b 12
.8byte 0xc000000000010008
ldr x8, 8
b 12
.8byte 65
cmp x0, x1
b.ne end
stur x8, [x9, 0]
end: br x30
