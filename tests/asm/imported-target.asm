.import print
    beq $0, $0, print
