/* One table for all ranks, stored once per node. */
#ifndef MPI_MPI_TABLE_H
#define MPI_MPI_TABLE_H

#include <mpi.h>

#include "mixmi.h"

typedef struct mpi_nodes {
	MPI_Comm node;    /* the ranks of this node */
	MPI_Comm leaders; /* the first rank of every node, MPI_COMM_NULL in all others */
	bool leads;
	int ranks;      /* number of ranks of this node */
	MPI_Win window; /* contains the table; MPI_WIN_NULL: none yet */
} mpi_nodes;

/* Collective over `comm`. */
void mpi_nodes_start(mpi_nodes *nodes, MPI_Comm comm);
void mpi_nodes_finish(mpi_nodes *nodes);

/* Copies a table to memory shared by the ranks of a node. `each`: the first rank of every node has read it; otherwise
 * only rank 0. *table is replaced in those ranks and created in the others; it must be released before mpi_nodes_finish().
 * It is an error if nodes have read different tables. Collective; the status is the same in all ranks. */
mixmi_status mpi_table_spread(mpi_nodes *nodes, mixmi_table **table, bool each, MPI_Comm comm);

#endif
