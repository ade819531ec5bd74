// the high half of a word by overlapping loads
// expect: proved
== left
stur x0, [sp, -16]
sub x2, x2, x2
stur x2, [sp, -8]
ldur x0, [sp, -12]
br x30
== right
mov x9, 4294967296
udiv x0, x0, x9
br x30
== wrong
mov x9, 4294967295
udiv x0, x0, x9
br x30
