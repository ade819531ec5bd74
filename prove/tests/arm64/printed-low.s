// only the low byte is printed
// expect: proved
== left
mov x9, 0xc000000000010008
mov x8, 256
mul x3, x1, x8
add x2, x0, x3
stur x2, [x9, 0]
br x30
== right
mov x9, 0xc000000000010008
stur x0, [x9, 0]
br x30
== wrong
mov x9, 0xc000000000010008
mov x8, 128
mul x3, x1, x8
add x2, x0, x3
stur x2, [x9, 0]
br x30
