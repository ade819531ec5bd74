// behind-a-condition, left
ldr x9, 8
b 12
.8byte 3
ldr x8, 8
b 12
.8byte 37035
mul x2, x0, x9
cmp x2, x8
b.ne end
sub x0, x0, x0
stay: b stay
end: add x0, x0, x1
br x30
