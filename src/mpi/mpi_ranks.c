/* The ranks of `mixmi-mpi`: implements cli/ranks.h with MPI. All ranks run the command. Ranks other than the first have
 * neither standard output nor standard error, and store their messages until they are requested. This is the only
 * mutable state: MPI itself is one per process. */
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/options.h"
#include "base/platform.h"
#include "mpi/mpi_executor.h"
#include "mpi/mpi_table.h"
#include "ranks.h"
#include "report.h"

const cli_flag cli_ranks_flags[] = {
	{ "read", 0, CLI_CHOICE, "WHO", "first,each",
	  "who reads FILE: the first rank, which sends it to all (the default), or one rank on each node" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static struct {
	mpi_executor executor;
	mpi_nodes nodes;
	int rank, ranks;
	bool threads; /* several threads of a rank may take pieces */
	int error;    /* original descriptor of standard error */
	char message[4096];
} state;

/* -------------------------------------------------------------------------------------------------- start and end */

/* Only the first rank prints. */
static void be_silent(void)
{
	int nowhere = open("/dev/null", O_RDWR);
	state.error = dup(STDERR_FILENO);
	if (nowhere < 0)
		return;
	fflush(stdout);
	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
	if (nowhere > STDERR_FILENO)
		close(nowhere);
}

void cli_ranks_start(int *argc, char ***argv)
{
	int provided;
	MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &state.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &state.ranks);
	state.threads = provided >= MPI_THREAD_SERIALIZED;
	state.error = STDERR_FILENO;
	mpi_nodes_start(&state.nodes, MPI_COMM_WORLD);
	mpi_executor_start(&state.executor, MPI_COMM_WORLD);
	if (state.rank > 0)
		be_silent();
}

/* Aborts all ranks, which would otherwise wait for this one forever. */
static void end_all(int code)
{
	if (state.rank > 0) {
		char name[MPI_MAX_PROCESSOR_NAME];
		int length;
		MPI_Get_processor_name(name, &length);
		dprintf(state.error, "mixmi: rank %d on %s: %s\n", state.rank, name, state.message);
	}
	fflush(stdout);
	MPI_Abort(MPI_COMM_WORLD, code);
}

int cli_ranks_finish(int code)
{
	mpi_executor_finish(&state.executor);
	mpi_nodes_finish(&state.nodes);
	MPI_Finalize();
	return code;
}

size_t cli_ranks_count(void)
{
	return (size_t)state.ranks;
}

bool cli_ranks_first(void)
{
	return state.rank == 0;
}

/* ------------------------------------------------------------------------------------------------------- agreeing */

void cli_ranks_keep_message(const char *message)
{
	snprintf(state.message, sizeof state.message, "%s", message);
}

/* The first rank prints the message of another one. */
static void tell(int teller)
{
	char message[sizeof state.message], name[MPI_MAX_PROCESSOR_NAME] = "";
	int length;
	enum { MESSAGE = 1, NAME = 2 };
	if (state.rank == teller) {
		MPI_Get_processor_name(name, &length);
		MPI_Send(state.message, sizeof state.message, MPI_CHAR, 0, MESSAGE, MPI_COMM_WORLD);
		MPI_Send(name, sizeof name, MPI_CHAR, 0, NAME, MPI_COMM_WORLD);
	} else if (state.rank == 0) {
		MPI_Recv(message, sizeof message, MPI_CHAR, teller, MESSAGE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(name, sizeof name, MPI_CHAR, teller, NAME, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		(void)cli_fail(CLI_OK, "rank %d on %s: %s", teller, name, message);
	}
}

int cli_ranks_agree(int code)
{
	int mine = code != CLI_OK ? state.rank : state.ranks, lowest;
	MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (lowest == state.ranks)
		return CLI_OK;
	if (lowest > 0)
		tell(lowest);
	MPI_Bcast(&code, 1, MPI_INT, lowest, MPI_COMM_WORLD);
	return code;
}

/* --------------------------------------------------------------------------------------------------------- sharing */

static bool reads_each(const cli_args *args)
{
	const char *who = cli_args_value(args, "read");
	return who != NULL && strcmp(who, "each") == 0;
}

bool cli_ranks_reads(const cli_args *args)
{
	return state.rank == 0 || (reads_each(args) && state.nodes.leads);
}

int cli_ranks_spread(mixmi_table **table, const cli_args *args)
{
	mixmi_status status = mpi_table_spread(&state.nodes, table, reads_each(args), MPI_COMM_WORLD);
	return cli_ranks_agree(status == MIXMI_OK ? CLI_OK : cli_fail_library(args->command->name, NULL, status));
}

int cli_ranks_spread_text(cli_text *text)
{
	base_parcel own = { 0 }, all = { 0 };
	if (state.rank == 0)
		base_parcel_put(&own, text->bytes, text->length);
	bool good = mpi_gather_bytes(&all, &own, MPI_COMM_WORLD) && !own.failed;
	if (good && state.rank > 0) {
		cli_text_clear(text);
		cli_text_add_bytes(text, (const char *)all.bytes, all.used);
	}
	base_parcel_clear(&own);
	base_parcel_clear(&all);
	return cli_ranks_agree(good && !text->failed ? CLI_OK : cli_fail_memory());
}

/* Default number of threads of this rank: the processors that it may use, or its share of those of the node. */
static int64_t usual_threads(void)
{
	long node = sysconf(_SC_NPROCESSORS_ONLN), mine = base_processors();
	long share = node / state.nodes.ranks > 0 ? node / state.nodes.ranks : 1;
	return getenv("OMP_NUM_THREADS") != NULL ? 0 : mine < node ? mine : share;
}

void cli_ranks_share(mixmi_options *options)
{
	if (!state.threads)
		options->threads = 1;
	else if (options->threads == 0)
		options->threads = usual_threads();
	if (state.ranks > 1)
		options->executor = &state.executor.base;
}

void cli_ranks_done(int code)
{
	if (code != CLI_OK && !state.executor.common && state.ranks > 1)
		end_all(code);
}
