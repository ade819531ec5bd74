.import three
ldr x5, 8
b 12
.8byte three
br x5
