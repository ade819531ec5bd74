a_b: br x30
x5: br x30
a : br x30
twice: br x30
twice: br x30 br x29
lone
MOV x0, x1
ret ; done
// é
.word 5
5
