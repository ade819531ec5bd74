.text
.wrd 5
.globl main
