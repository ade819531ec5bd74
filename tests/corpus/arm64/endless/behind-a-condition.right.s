// behind-a-condition, right
add x0, x0, x1
br x30
