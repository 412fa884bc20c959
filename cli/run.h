/* The command without its main(), so that one process can run many command lines (tests/fuzz/targets/command.c). */
#ifndef CLI_RUN_H
#define CLI_RUN_H

/* Runs a command line and returns its exit code (CLI_PIPE: the reader of the output is gone). */
int cli_run(int argc, char **argv);

#endif
