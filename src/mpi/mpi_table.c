/* The table in a shared window of MPI-3. Invariant: the first rank of the node writes the window before the barrier,
 * and nobody writes after it. Memory: one copy per node, besides the original while it is copied. */
#include "mpi/mpi_table.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/hash.h"
#include "data/table_bytes.h"

void mpi_nodes_start(mpi_nodes *nodes, MPI_Comm comm)
{
	int rank, place;
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &nodes->node);
	MPI_Comm_rank(nodes->node, &place);
	MPI_Comm_size(nodes->node, &nodes->ranks);
	nodes->leads = place == 0;
	nodes->window = MPI_WIN_NULL;
	MPI_Comm_split(comm, nodes->leads ? 0 : MPI_UNDEFINED, rank, &nodes->leaders);
}

void mpi_nodes_finish(mpi_nodes *nodes)
{
	if (nodes->window != MPI_WIN_NULL) {
		MPI_Win_unlock_all(nodes->window);
		MPI_Win_free(&nodes->window);
	}
	if (nodes->leaders != MPI_COMM_NULL)
		MPI_Comm_free(&nodes->leaders);
	MPI_Comm_free(&nodes->node);
}

/* Allocates shared memory on the node; its first rank determines the size. */
static unsigned char *allocate(mpi_nodes *nodes, uint64_t size)
{
	unsigned char *bytes;
	MPI_Aint length;
	int unit;
	MPI_Win_allocate_shared(nodes->leads ? (MPI_Aint)size : 0, 1, MPI_INFO_NULL, nodes->node, &bytes, &nodes->window);
	MPI_Win_lock_all(MPI_MODE_NOCHECK, nodes->window);
	MPI_Win_shared_query(nodes->window, 0, &length, &unit, &bytes);
	return bytes;
}

/* From rank 0, the first of the leaders, to the first rank of every other node. */
static void broadcast(unsigned char *bytes, uint64_t size, MPI_Comm leaders)
{
	const uint64_t most = 1 << 30;
	for (uint64_t from = 0; from < size; from += most)
		MPI_Bcast(bytes + from, (int)(size - from < most ? size - from : most), MPI_BYTE, 0, leaders);
}

/* Whether all nodes have the same bytes. */
static bool is_same(const unsigned char *bytes, uint64_t size, MPI_Comm leaders)
{
	uint64_t hash[2] = { BASE_HASH_START, 0 }, least[2];
	for (uint64_t i = 0; i + 8 <= size; i += 8) {
		uint64_t word;
		__builtin_memcpy(&word, bytes + i, sizeof word);
		hash[0] = base_hash_number(hash[0], word);
	}
	hash[1] = ~hash[0];
	MPI_Allreduce(hash, least, 2, MPI_UINT64_T, MPI_MIN, leaders);
	return least[0] == ~least[1];
}

/* In the first rank of a node: writes the table, which was read here or comes from rank 0. */
static bool fill(mpi_nodes *nodes, unsigned char *bytes, const data_packing *packing, const mixmi_table *table,
                 uint64_t size, bool each)
{
	if (table != NULL)
		data_packing_write(packing, table, bytes);
	if (each)
		return is_same(bytes, size, nodes->leaders);
	broadcast(bytes, size, nodes->leaders);
	return true;
}

/* Number of bytes on this node; 0 if a leader is out of memory. */
static uint64_t agree_on_size(mpi_nodes *nodes, uint64_t mine, bool each)
{
	uint64_t size = mine;
	if (nodes->leads && !each)
		MPI_Bcast(&size, 1, MPI_UINT64_T, 0, nodes->leaders);
	MPI_Bcast(&size, 1, MPI_UINT64_T, 0, nodes->node);
	return size;
}

static mixmi_status adopt(mixmi_table **table, unsigned char *bytes, bool same)
{
	mixmi_table_free(*table);
	*table = NULL;
	if (!same)
		return base_error(MIXMI_ERROR_DATA, "nodes have read different tables: is the file the same on all of them?");
	return data_table_from_bytes(table, bytes);
}

mixmi_status mpi_table_spread(mpi_nodes *nodes, mixmi_table **table, bool each, MPI_Comm comm)
{
	data_packing packing = { 0 };
	bool packed = *table == NULL || data_packing_init(&packing, *table);
	uint64_t size = agree_on_size(nodes, packed && *table != NULL ? packing.size : 0, each), least;
	int same = 1, everywhere;
	MPI_Allreduce(&size, &least, 1, MPI_UINT64_T, MPI_MIN, comm);
	if (least > 0) {
		unsigned char *bytes = allocate(nodes, size);
		if (nodes->leads)
			same = fill(nodes, bytes, &packing, *table, size, each);
		MPI_Win_sync(nodes->window);
		MPI_Allreduce(&same, &everywhere, 1, MPI_INT, MPI_LAND, comm); /* also ensures that everything is written */
		MPI_Win_sync(nodes->window);
		data_packing_clear(&packing);
		return adopt(table, bytes, everywhere != 0);
	}
	data_packing_clear(&packing);
	return base_error_memory();
}
