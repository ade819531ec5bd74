// INT64_MIN / -1 = INT64_MIN; the course emulator dies on that input
// expect: proved
== left
ldr x1, 8
b 12
.8byte -1
sdiv x0, x0, x1
br x30
== right
sub x2, x2, x2
sub x0, x2, x0
br x30
