mul x3, x0, x0
mul x4, x1, x1
mul x5, x0, x1
add x5, x5, x5
add x0, x3, x4
add x0, x0, x5      // a*a + b*b + 2*a*b
br x30
