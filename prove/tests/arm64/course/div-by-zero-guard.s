// division by zero faults (adopted); 0 on real ARM
// expect: differ
// expect where a division by zero gives zero: proved
== left
udiv x0, x0, x1
br x30
== right
cmp x1, xzr
b.ne go
sub x0, x0, x0
br x30
go: udiv x0, x0, x1
br x30
