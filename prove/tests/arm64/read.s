// bytes of the input stream
// expect: proved
// stream: 200 12
== left
mov x9, 0xc000000000010000
ldur x2, [x9, 0]
ldur x3, [x9, 0]
ldur x4, [x9, 0]
add x0, x2, x3
add x0, x0, x4
br x30
== right
mov x0, 198
mov x1, 13
add x0, x0, x1
br x30
== wrong
mov x0, 199
mov x1, 13
add x0, x0, x1
br x30
