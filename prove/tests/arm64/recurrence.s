// a recurrence without a closed form, two rounds at once
// expect: proved
== left
mov x9, 1
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
add x2, x2, x2
mul x2, x2, x1
add x2, x2, x0
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
== right
mov x9, 1
sub x2, x2, x2
top: cmp x0, xzr
b.eq end
add x2, x2, x2
mul x2, x2, x1
add x2, x2, x0
sub x0, x0, x9
cmp x0, xzr
b.eq end
add x2, x2, x2
mul x2, x2, x1
add x2, x2, x0
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
== wrong
mov x9, 1
sub x2, x2, x2
top: cmp x0, x9
b.ls end
add x2, x2, x2
mul x2, x2, x1
add x2, x2, x0
sub x0, x0, x9
cmp x0, xzr
b.eq end
add x2, x2, x2
mul x2, x2, x1
add x2, x2, x0
sub x0, x0, x9
b top
end: add x0, x2, xzr
br x30
