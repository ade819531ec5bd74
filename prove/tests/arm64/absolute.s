// the absolute value by a branch and by a sign
// expect: proved
== left
cmp x0, xzr
b.ge end
sub x1, x1, x1
sub x0, x1, x0
end: br x30
== right
mov x9, 9223372036854775808
udiv x1, x0, x9
add x1, x1, x1
mov x2, 1
sub x1, x2, x1
mul x0, x0, x1
br x30
== wrong
mov x9, 9223372036854775807
udiv x1, x0, x9
add x1, x1, x1
mov x2, 1
sub x1, x2, x1
mul x0, x0, x1
br x30
