.import print
print:
    jr $31
