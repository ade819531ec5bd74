// flags read by several branches
== left
mov x9, 7
mul x9, x0, x9
sub x10, x1, x9
cmp x9, x1
b.hs same
b.le same
mov x11, 1000000
cmp x10, x11
b.hi same
b.eq same
b.ls next
next: b.ge same
mov x11, 999990
cmp x10, x11
b.le same
add x0, x0, x1
br x30
same: add x0, x0, x1
br x30
== right
mov x9, 7
mul x9, x0, x9
sub x10, x1, x9
cmp x9, x1
b.hs same
b.le same
mov x11, 1000000
cmp x10, x11
b.hi same
b.eq same
b.ls next
next: b.ge same
mov x11, 999990
cmp x10, x11
b.le same
add x0, x1, x0
br x30
same: add x0, x1, x0
br x30
== wrong
mov x9, 7
mul x9, x0, x9
sub x10, x1, x9
cmp x9, x1
b.hs same
b.le same
mov x11, 1000000
cmp x10, x11
b.hi same
b.eq same
b.ls next
next: b.ge same
mov x11, 999990
cmp x10, x11
b.le same
add x0, x0, x0
br x30
same: add x0, x0, x1
br x30
