add x0, x0, x1
