.import there
.import there
.import here
.export nowhere
.export there
here: b there
.8byte print
.8byte elsewhere
