// the flags at the start are those of cmp 1, 0 (on a bare ARM with all flags 0 both branches fail: x0 = 0)
// expect: proved
== left
b.hs a
sub x0, x0, x0
a: br x30
== right
b.hi a
sub x0, x0, x0
a: br x30
