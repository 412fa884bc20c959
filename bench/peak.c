/* Seconds and peak memory of a program, for the scripts: a process that is started from a large one is charged with the
 * memory of its parent, so a small one has to start it. Its output is thrown away. Usage: peak PROGRAM [ARGUMENT...] */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **arguments)
{
	double start = now();
	pid_t child = count > 1 ? fork() : -1;
	if (child == 0) {
		int nowhere = open("/dev/null", O_WRONLY);
		if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0)
			execvp(arguments[1], arguments + 1);
		_exit(127);
	}
	int status;
	struct rusage usage;
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		fprintf(stderr, "peak: %s\n", count > 1 ? "the program failed" : "usage: peak PROGRAM [ARGUMENT...]");
		return 1;
	}
	double seconds = now() - start;
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("%.6f %.0f\n", seconds, 1024.0 * (double)usage.ru_maxrss);
	return 0;
}
