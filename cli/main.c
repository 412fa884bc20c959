/* The command `mixmi`: prepares the process, runs the command line, and ends as the shell expects. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "progress.h"
#include "ranks.h"
#include "report.h"
#include "run.h"

/* If one of the three standard streams is closed, the next file opened would get its number and answers would be
 * written to it. Fills the gap with a stream on which reading (0) or writing (1, 2) fails. */
static void hold_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
			exit(CLI_IO);
}

/* Ends like a program whose reader has closed the pipe, which is not a failure: by SIGPIPE, which a shell shows as 141,
 * unless that was ignored at the start. */
static int end_by_pipe(void (*before)(int))
{
	if (before != SIG_IGN && before != SIG_ERR) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	return CLI_PIPE;
}

int main(int argc, char **argv)
{
	hold_standard_streams();
	cli_ranks_start(&argc, &argv);
	void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* clean up before the end */
	signal(SIGXFSZ, SIG_IGN);                       /* the same: a file beyond ulimit -f is an error of write() */
	cli_progress_start();
	int code = cli_run(argc, argv);
	cli_progress_end();
	code = cli_ranks_finish(code);
	return code == CLI_PIPE ? end_by_pipe(before) : code;
}
