/* A base_executor over ranks of MPI: tickets from a common counter, outcomes exchanged once a loop. The counter lies in a window
 * of rank 0 and is drawn from by one-sided operations, so no rank serves the others. */
#ifndef MPI_MPI_EXECUTOR_H
#define MPI_MPI_EXECUTOR_H

#include <mpi.h>

#include "base/hand_out.h"
#include "base/work.h"

typedef struct mpi_executor {
	base_executor base;
	MPI_Comm comm;
	MPI_Win window;
	int64_t *counters; /* [2] in rank 0: of this loop and of the next one */
	size_t loops;      /* begun so far */
	base_chunks chunks;
	bool common;     /* the latest failure came out of an exchange: all ranks know of it */
	double attended; /* seconds, when attend() last looked in on MPI */
	void *lock;      /* MPI is entered by one thread at a time */
} mpi_executor;

/* Collective over `comm`, which is duplicated. Ends the program where MPI fails, as MPI does. */
void mpi_executor_start(mpi_executor *executor, MPI_Comm comm);
void mpi_executor_finish(mpi_executor *executor);

/* Everybody's bytes to everybody, one rank's after the other's; any number of bytes. False for lack of memory in any rank. */
bool mpi_gather_bytes(base_parcel *all, const base_parcel *own, MPI_Comm comm);

#endif
