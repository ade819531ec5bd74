b.al there
b.cs there
b.EQ there
b eq there
beq there
b x5
br there
bl there
there: b ther
b nowhere
