add x3, x1, x0
stur x3, [sp, -16]
sub x3, x0, x1
stur x3, [sp, -8]
ldur x1, [sp, -16]
ldur x2, [sp, -8]
mul x0, x2, x1
br x30
