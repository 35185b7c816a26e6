"""Files of boards, read, solved and written in pieces, on one machine or many."""
