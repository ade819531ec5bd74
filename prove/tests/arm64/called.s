// a procedure against its body
// expect: proved
== left
mov x5, two
stur x30, [sp, -8]
mov x8, 8
sub sp, sp, x8
blr x5
blr x5
add sp, sp, x8
ldur x30, [sp, -8]
br x30
two: add x0, x0, x1
mul x0, x0, x0
br x30
== right
add x0, x0, x1
mul x0, x0, x0
add x0, x0, x1
mul x0, x0, x0
br x30
== wrong
add x0, x0, x1
mul x0, x0, x0
mul x0, x0, x0
br x30
