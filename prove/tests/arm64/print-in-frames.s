// expect: proved
== left
ldr x9, 8
b 12
.8byte 16
sub sp, sp, x9
stur x30, [sp, 0]
ldr x10, 8
b 12
.8byte print
blr x10
ldur x30, [sp, 0]
add sp, sp, x9
add x0, x0, x1
br x30
print:
stur x0, [sp, -8]
stur x1, [sp, -16]
stur x2, [sp, -24]
stur x3, [sp, -32]
stur x4, [sp, -40]
stur x5, [sp, -48]
stur x6, [sp, -56]
ldr x1, 8
b 12
.8byte 0xc000000000010008
ldr x2, 8
b 12
.8byte 10
ldr x3, 8
b 12
.8byte 48
ldr x4, 8
b 12
.8byte 1
cmp x0, xzr
b.ge widen
ldr x6, 8
b 12
.8byte 45
stur x6, [x1, 0]
sub x6, x6, x6
sub x0, x6, x0
widen:
udiv x5, x0, x4
cmp x5, x2
b.lo digits
mul x4, x4, x2
b widen
digits:
udiv x5, x0, x4
mul x6, x5, x4
sub x0, x0, x6
add x5, x5, x3
stur x5, [x1, 0]
udiv x4, x4, x2
cmp x4, xzr
b.ne digits
stur x2, [x1, 0]
ldur x0, [sp, -8]
ldur x1, [sp, -16]
ldur x2, [sp, -24]
ldur x3, [sp, -32]
ldur x4, [sp, -40]
ldur x5, [sp, -48]
ldur x6, [sp, -56]
br x30
== right
ldr x9, 8
b 12
.8byte 64
sub sp, sp, x9
stur x30, [sp, 8]
ldr x10, 8
b 12
.8byte print
blr x10
ldur x30, [sp, 8]
add sp, sp, x9
add x0, x0, x1
br x30
print:
stur x0, [sp, -8]
stur x1, [sp, -16]
stur x2, [sp, -24]
stur x3, [sp, -32]
stur x4, [sp, -40]
stur x5, [sp, -48]
stur x6, [sp, -56]
ldr x1, 8
b 12
.8byte 0xc000000000010008
ldr x2, 8
b 12
.8byte 10
ldr x3, 8
b 12
.8byte 48
ldr x4, 8
b 12
.8byte 1
cmp x0, xzr
b.ge widen
ldr x6, 8
b 12
.8byte 45
stur x6, [x1, 0]
sub x6, x6, x6
sub x0, x6, x0
widen:
udiv x5, x0, x4
cmp x5, x2
b.lo digits
mul x4, x4, x2
b widen
digits:
udiv x5, x0, x4
mul x6, x5, x4
sub x0, x0, x6
add x5, x5, x3
stur x5, [x1, 0]
udiv x4, x4, x2
cmp x4, xzr
b.ne digits
stur x2, [x1, 0]
ldur x0, [sp, -8]
ldur x1, [sp, -16]
ldur x2, [sp, -24]
ldur x3, [sp, -32]
ldur x4, [sp, -40]
ldur x5, [sp, -48]
ldur x6, [sp, -56]
br x30
== wrong
ldr x9, 8
b 12
.8byte 64
sub sp, sp, x9
stur x30, [sp, 8]
ldr x10, 8
b 12
.8byte print
blr x10
ldur x30, [sp, 8]
add sp, sp, x9
sub x0, x0, x1
br x30
print:
stur x0, [sp, -8]
stur x1, [sp, -16]
stur x2, [sp, -24]
stur x3, [sp, -32]
stur x4, [sp, -40]
stur x5, [sp, -48]
stur x6, [sp, -56]
ldr x1, 8
b 12
.8byte 0xc000000000010008
ldr x2, 8
b 12
.8byte 10
ldr x3, 8
b 12
.8byte 48
ldr x4, 8
b 12
.8byte 1
cmp x0, xzr
b.ge widen
ldr x6, 8
b 12
.8byte 45
stur x6, [x1, 0]
sub x6, x6, x6
sub x0, x6, x0
widen:
udiv x5, x0, x4
cmp x5, x2
b.lo digits
mul x4, x4, x2
b widen
digits:
udiv x5, x0, x4
mul x6, x5, x4
sub x0, x0, x6
add x5, x5, x3
stur x5, [x1, 0]
udiv x4, x4, x2
cmp x4, xzr
b.ne digits
stur x2, [x1, 0]
ldur x0, [sp, -8]
ldur x1, [sp, -16]
ldur x2, [sp, -24]
ldur x3, [sp, -32]
ldur x4, [sp, -40]
ldur x5, [sp, -48]
ldur x6, [sp, -56]
br x30
