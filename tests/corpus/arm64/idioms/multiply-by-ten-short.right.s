add x1, x0, x0      // 2 * x0
add x2, x1, x1      // 4 * x0
add x2, x2, x2      // 8 * x0
add x0, x0, x2
br x30
