/* A base_executor for MPI ranks: tickets from a shared counter, and one exchange of results per loop. The counter is in
 * a window of rank 0 and is accessed by one-sided operations, so no rank acts as a server. */
#ifndef MPI_MPI_EXECUTOR_H
#define MPI_MPI_EXECUTOR_H

#include <mpi.h>

#include "base/hand_out.h"
#include "base/work.h"

typedef struct mpi_executor {
	base_executor base;
	MPI_Comm comm;
	MPI_Win window;
	int64_t *counters; /* [2] in rank 0: for this loop and the next one */
	size_t loops;      /* number of loops begun */
	base_chunks chunks;
	bool common;     /* the last failure came from an exchange, so all ranks know it */
	double attended; /* time in seconds when attend() last called MPI */
	void *lock;      /* only one thread at a time calls MPI */
} mpi_executor;

/* Collective over `comm`, which is duplicated. If MPI fails, it aborts the program. */
void mpi_executor_start(mpi_executor *executor, MPI_Comm comm);
void mpi_executor_finish(mpi_executor *executor);

/* Gathers the bytes of all ranks in all ranks, in the order of ranks; any number of bytes. Returns false if memory runs
 * out in any rank. */
bool mpi_gather_bytes(base_parcel *all, const base_parcel *own, MPI_Comm comm);

#endif
