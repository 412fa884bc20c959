/* Events that the tests of ranks and shards can trigger inside the command. Linked into further executables with the command's own
 * objects, in which the linker redirects calls of one function to this file (--wrap):
 *   HOOK_KILL=RANK:COUNT   that rank (of MPI, otherwise 0) kills itself, as by kill -9, after storing COUNT answers
 *   HOOK_LOG=PREFIX        every question is logged to PREFIX.PID, one per line
 *   HOOK_TIMES=FILE        the processor time of every question: "SAMPLE A B SIZE SECONDS" (bench/ranks.py)
 * A process thus dies at a known point of the work, and repeated questions are found. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "graph/search/checkpoint.h"

mixmi_status __real_graph_checkpoint_add(graph_checkpoint *checkpoint, const graph_question *question,
                                         const graph_answer *answer);
mixmi_status __wrap_graph_checkpoint_add(graph_checkpoint *checkpoint, const graph_question *question,
                                         const graph_answer *answer);

/* The rank, from the environment variables of Open MPI, MPICH and Slurm. */
static long own_rank(void)
{
	static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (getenv(names[i]) != NULL)
			return strtol(getenv(names[i]), NULL, 10);
	return 0;
}

static void log_question(const graph_question *q)
{
	char path[512], line[4096];
	if (getenv("HOOK_LOG") == NULL)
		return;
	snprintf(path, sizeof path, "%s.%ld", getenv("HOOK_LOG"), (long)getpid());
	int used = snprintf(line, sizeof line, "%zu %zu %zu", q->sample, q->a, q->b);
	for (size_t i = 0; i < q->given_count; i++)
		used += snprintf(line + used, sizeof line - (size_t)used, " %zu", q->given[i]);
	line[used++] = '\n';
	int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
	if (file < 0 || write(file, line, (size_t)used) != used)
		abort();
	close(file);
}

/* Processor time since the previous question. Meaningful with one thread only. */
static void log_time(const graph_question *q)
{
	static FILE *file;
	static double before;
	struct timespec now;
	if (getenv("HOOK_TIMES") == NULL || (file == NULL && (file = fopen(getenv("HOOK_TIMES"), "w")) == NULL))
		return;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
	fprintf(file, "%zu %zu %zu %zu %.9f\n", q->sample, q->a, q->b, q->given_count, seconds - before);
	before = seconds;
}

mixmi_status __wrap_graph_checkpoint_add(graph_checkpoint *checkpoint, const graph_question *question,
                                         const graph_answer *answer)
{
	static long added;
	const char *victim = getenv("HOOK_KILL");
	mixmi_status status = __real_graph_checkpoint_add(checkpoint, question, answer);
	log_question(question);
	log_time(question);
	long count = __atomic_add_fetch(&added, 1, __ATOMIC_SEQ_CST);
	if (victim != NULL && strtol(victim, NULL, 10) == own_rank() && strchr(victim, ':') != NULL &&
	    count == strtol(strchr(victim, ':') + 1, NULL, 10))
		(void)raise(SIGKILL);
	return status;
}
