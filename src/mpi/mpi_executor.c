/* Distributes pieces and exchanges results. Two counters alternate: while one loop draws from the first, the second is
 * reset for the next loop, which no rank can begin before all have left the current one. Cost: one fetch-and-add per
 * chunk, a few microseconds, and one all-gather of the results per loop. */
#include "mpi/mpi_executor.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"

enum { STOPPED = 1 << 30 }; /* larger than any ticket */

static int64_t counter_change(mpi_executor *e, size_t loop, int64_t value, MPI_Op how)
{
	int64_t before = 0;
	MPI_Aint place = (MPI_Aint)(loop % 2);
	MPI_Fetch_and_op(&value, &before, MPI_INT64_T, 0, place, how, e->window);
	MPI_Win_flush(0, e->window);
	return before;
}

/* --------------------------------------------------------------------------------------------------- handing out */

static void begin(void *self, size_t pieces, int threads)
{
	mpi_executor *e = self;
	int64_t mine = threads, workers = 0;
	e->loops++;
	e->common = false;
	MPI_Allreduce(&mine, &workers, 1, MPI_INT64_T, MPI_SUM, e->comm); /* also ensures that no rank is still in the
	                                                                   * previous loop */
	if (e->base.number == 0)
		counter_change(e, e->loops + 1, 0, MPI_REPLACE);
	base_chunks_start(&e->chunks, pieces, (size_t)workers);
}

static void take(void *self, size_t *first, size_t *count)
{
	mpi_executor *e = self;
	pthread_mutex_lock(e->lock);
	base_chunks_seek(&e->chunks, (size_t)counter_change(e, e->loops, 1, MPI_SUM));
	*first = e->chunks.first;
	*count = e->chunks.count;
	pthread_mutex_unlock(e->lock);
}

/* Some networks need the target process to make progress on one-sided operations. */
static void attend(void *self)
{
	mpi_executor *e = self;
	const double often = 0.001;
	double now = base_clock();
	if (now - e->attended < often || pthread_mutex_trylock(e->lock) != 0)
		return;
	int there;
	e->attended = now;
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, e->comm, &there, MPI_STATUS_IGNORE);
	pthread_mutex_unlock(e->lock);
}

/* ---------------------------------------------------------------------------------------------------- exchanging */

/* Gathers bytes `from` .. `from + most - 1` of every rank into `out`, one rank after the other. `counts`: 2 per rank,
 * the number of bytes and their offset. */
static void gather_part(unsigned char *out, const unsigned char *own, const size_t *sizes, size_t from, size_t most,
                        int *counts, MPI_Comm comm)
{
	int ranks, rank, used = 0;
	MPI_Comm_size(comm, &ranks);
	MPI_Comm_rank(comm, &rank);
	int *places = counts + ranks;
	for (int r = 0; r < ranks; r++) {
		size_t left = sizes[r] > from ? sizes[r] - from : 0;
		counts[r] = (int)(left < most ? left : most);
		places[r] = used;
		used += counts[r];
	}
	MPI_Allgatherv(counts[rank] > 0 ? own + from : own, counts[rank], MPI_BYTE, out, counts, places, MPI_BYTE, comm);
}

/* Copies the parts to their positions. */
static void place_part(unsigned char *out, const unsigned char *part, const size_t *sizes, size_t from,
                       const int *counts, int ranks)
{
	size_t begin_of = 0;
	for (int r = 0; r < ranks; r++) {
		memcpy(out + begin_of + (counts[r] > 0 ? from : 0), part + counts[ranks + r], (size_t)counts[r]);
		begin_of += sizes[r];
	}
}

/* True if `mine` is true in all ranks. */
static bool in_all(bool mine, MPI_Comm comm)
{
	int good = mine, all = 0;
	MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_LAND, comm);
	return all != 0;
}

bool mpi_gather_bytes(base_parcel *all, const base_parcel *own, MPI_Comm comm)
{
	enum { AT_ONCE = 1 << 28 }; /* bytes of all ranks together: MPI counts are ints */
	int ranks;
	MPI_Comm_size(comm, &ranks);
	size_t *sizes = base_array((size_t)ranks, sizeof *sizes), total = 0, largest = 0;
	int *counts = base_array(2 * (size_t)ranks, sizeof *counts);
	bool good = in_all(sizes != NULL && counts != NULL, comm);
	if (good)
		MPI_Allgather(&own->used, sizeof own->used, MPI_BYTE, sizes, sizeof *sizes, MPI_BYTE, comm);
	for (int r = 0; good && r < ranks; r++) {
		total += sizes[r];
		largest = sizes[r] > largest ? sizes[r] : largest;
	}
	size_t most = AT_ONCE / (size_t)ranks;
	bool in_parts = largest > most;
	unsigned char *room = base_array(in_parts ? AT_ONCE : 0, 1);
	*all = (base_parcel){ .bytes = base_array(total, 1), .used = total, .capacity = total };
	good = good && in_all(room != NULL && all->bytes != NULL, comm);
	for (size_t from = 0; good && from < largest; from += most) {
		gather_part(in_parts ? room : all->bytes, own->bytes, sizes, from, most, counts, comm);
		if (in_parts)
			place_part(all->bytes, room, sizes, from, counts, ranks);
	}
	free(sizes);
	free(counts);
	free(room);
	return good;
}

/* Report of a failed rank to the others. */
typedef struct report {
	int32_t status;
	char message[1024];
} report;

/* The report that decides: that of the lowest failed piece, otherwise a cancellation. */
static mixmi_status settle(mpi_executor *e, mixmi_status status, size_t failed)
{
	bool has_failed = status != MIXMI_OK && status != MIXMI_ERROR_CANCELLED;
	uint64_t mine = has_failed ? failed : UINT64_MAX, lowest;
	int rank = (int)e->base.number, who = has_failed ? rank : (int)e->base.processes, teller;
	int cancelled = status == MIXMI_ERROR_CANCELLED, anywhere;
	MPI_Allreduce(&mine, &lowest, 1, MPI_UINT64_T, MPI_MIN, e->comm);
	who = mine == lowest ? who : (int)e->base.processes;
	MPI_Allreduce(&who, &teller, 1, MPI_INT, MPI_MIN, e->comm);
	MPI_Allreduce(&cancelled, &anywhere, 1, MPI_INT, MPI_LOR, e->comm);
	e->common = teller < (int)e->base.processes;
	if (teller < (int)e->base.processes) {
		report r = { .status = (int32_t)status };
		strncpy(r.message, mixmi_error_message(), sizeof r.message - 1);
		MPI_Bcast(&r, sizeof r, MPI_BYTE, teller, e->comm);
		return base_error((mixmi_status)r.status, "%s", r.message);
	}
	return anywhere ? base_error(MIXMI_ERROR_CANCELLED, "cancelled") : MIXMI_OK;
}

static mixmi_status exchange(void *self, base_parcel *all, const base_parcel *own, mixmi_status status, size_t failed)
{
	mpi_executor *e = self;
	if (status != MIXMI_OK) /* no rank takes further pieces */
		counter_change(e, e->loops, STOPPED, MPI_REPLACE);
	status = settle(e, status, failed);
	bool known = status == MIXMI_OK || status == MIXMI_ERROR_CANCELLED;
	if (known && !mpi_gather_bytes(all, own, e->comm))
		status = base_error_memory();
	return status;
}

/* ------------------------------------------------------------------------------------------------- start and end */

void mpi_executor_start(mpi_executor *executor, MPI_Comm comm)
{
	int rank, ranks;
	MPI_Comm_dup(comm, &executor->comm);
	MPI_Comm_rank(executor->comm, &rank);
	MPI_Comm_size(executor->comm, &ranks);
	MPI_Win_allocate(rank == 0 ? 2 * (MPI_Aint)sizeof(int64_t) : 0, sizeof(int64_t), MPI_INFO_NULL, executor->comm,
	                 &executor->counters, &executor->window);
	MPI_Win_lock_all(0, executor->window);
	for (size_t loop = 0; rank == 0 && loop < 2; loop++)
		counter_change(executor, loop, 0, MPI_REPLACE);
	executor->lock = malloc(sizeof(pthread_mutex_t));
	if (executor->lock == NULL)
		MPI_Abort(comm, 4);
	pthread_mutex_init(executor->lock, NULL);
	executor->base = (base_executor){ .self = executor,
		                              .number = (size_t)rank,
		                              .processes = (size_t)ranks,
		                              .begin = begin,
		                              .take = take,
		                              .attend = attend,
		                              .exchange = exchange };
	MPI_Barrier(executor->comm);
}

void mpi_executor_finish(mpi_executor *executor)
{
	MPI_Win_unlock_all(executor->window);
	MPI_Win_free(&executor->window);
	MPI_Comm_free(&executor->comm);
	pthread_mutex_destroy(executor->lock);
	free(executor->lock);
}
