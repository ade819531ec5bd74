// bytes that are printed, computed in other ways
// expect: proved
== left
mov x9, 0xc000000000010008
add x2, x0, x1
stur x2, [x9, 0]
stur x1, [x9, 0]
br x30
== right
mov x9, 0xc000000000010000
add x2, x1, x0
stur x2, [x9, 8]
stur x1, [x9, 8]
br x30
== wrong
mov x9, 0xc000000000010000
add x2, x1, x0
stur x1, [x9, 8]
stur x2, [x9, 8]
br x30
