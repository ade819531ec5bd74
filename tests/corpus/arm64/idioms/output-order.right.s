ldr x2, 8
b 12
.8byte 0xc000000000010008
cmp x0, x1
b.ls order
stur x1, [x2, 0]
stur x0, [x2, 0]
sub x0, x0, x0
br x30
order: stur x0, [x2, 0]
stur x1, [x2, 0]
sub x0, x0, x0
br x30
