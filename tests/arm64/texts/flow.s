start: b.ne unused
cmp x0, x1
b.eq -400
unused: nobody:
.8byte 5
b 8
