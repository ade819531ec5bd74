// the low half of a word moved up by overlapping loads
// expect: proved
== left
sub x2, x2, x2
stur x2, [sp, -16]
stur x0, [sp, -8]
ldur x0, [sp, -12]
br x30
== right
mov x9, 4294967296
mul x0, x0, x9
br x30
== wrong
mov x9, 4294967296
mul x0, x0, x9
add x0, x0, x1
br x30
