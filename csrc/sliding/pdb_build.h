/* pdb_build.h - the functions that both building and loading a pattern database need. */
#ifndef FQ_SLIDING_PDB_BUILD_H
#define FQ_SLIDING_PDB_BUILD_H

#include "pdb_layout.h"

/* Creates the shapes and allocates the words of the patterns. Returns 0 if no memory is left. */
int fq_pdb_allocate(fq_pdb *pdb);
/* Marks the database as ready, once all patterns are complete. */
void fq_pdb_finish(fq_pdb *pdb);
/* Frees the memory that only building needs. */
void fq_build_free(fq_pdb *pdb);

#endif
