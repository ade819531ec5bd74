// by-three, right
br x30
