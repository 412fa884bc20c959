/* Writes answers. A regular file is written under a temporary name in the same directory and renamed at the end;
 * anything else that exists (a device, a FIFO) is written directly, because it cannot be replaced. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input.h"
#include "progress.h"
#include "ranks.h"
#include "report.h"

static bool is_standard_output(const char *path)
{
	return path == NULL || strcmp(path, "-") == 0;
}

/* True if the path exists and is not a regular file. */
static bool is_special(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/* The directory of `path`, as a new string; NULL if memory runs out. */
static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	if (slash == NULL)
		return strdup(".");
	return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

int cli_output_check(const char *path)
{
	if (is_standard_output(path) || !cli_ranks_first())
		return CLI_OK;
	struct stat about;
	if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
		errno = EISDIR;
		return cli_fail_system(path);
	}
	if (access(path, W_OK) != 0 && errno != ENOENT)
		return cli_fail_system(path);
	if (is_special(path))
		return CLI_OK;
	char *directory = directory_of(path);
	if (directory == NULL)
		return cli_fail_memory();
	int code = access(directory, W_OK | X_OK) == 0 ? CLI_OK : cli_fail_system(path);
	free(directory);
	return code;
}

int cli_output_check_picture(const char *command, const char *path)
{
	static const char *const endings[] = { ".svg", ".png", ".pdf" };
	size_t length = strlen(path);
	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
		if (length > 4 && strcasecmp(path + length - 4, endings[i]) == 0)
			return CLI_OK;
	return cli_fail_usage(command, "--plot: '%s' does not end in .svg, .png or .pdf", path);
}

static bool is_same_place(const char *a, const char *b)
{
	struct stat x, y;
	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static const char *last_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? path : slash + 1;
}

bool cli_output_is_same(const char *a, const char *b)
{
	if (is_special(a) || is_special(b))
		return false;
	if (is_same_place(a, b))
		return true;
	char *in_a = directory_of(a), *in_b = directory_of(b);
	bool same = in_a != NULL && in_b != NULL && is_same_place(in_a, in_b) && strcmp(last_name(a), last_name(b)) == 0;
	free(in_a);
	free(in_b);
	return same;
}

int cli_output_check_plot(const cli_args *args)
{
	const char *plot = cli_args_value(args, "plot"), *output = cli_args_value(args, "output");
	if (plot == NULL)
		return CLI_OK;
	int code = cli_output_check_picture(args->command->name, plot);
	if (code == CLI_OK)
		code = cli_output_check(plot);
	if (code == CLI_OK && output != NULL && cli_output_is_same(output, plot))
		code = cli_fail_usage(args->command->name, "--output and --plot must name different files");
	return code;
}

/* True if the file to be written is also the input: `input` as typed, "-" for standard input. */
static bool is_same_file(const char *written, const char *input)
{
	struct stat to, from;
	if (input == NULL || stat(written, &to) != 0 || !S_ISREG(to.st_mode))
		return false;
	int found = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &from) : stat(input, &from);
	return found == 0 && to.st_dev == from.st_dev && to.st_ino == from.st_ino;
}

static bool is_read(const cli_args *args, const char *path)
{
	static const char *const flags[] = { "model", "queries", "knowledge", "truth", "graph" };
	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if (is_same_file(path, cli_args_value(args, flags[i])))
			return true;
	return is_same_file(path, cli_input_name(args)) || is_same_file(path, args->second);
}

int cli_output_spare(const cli_args *args)
{
	static const char *const flags[] = { "output", "plot", "save" };
	const char *command = args->command->name, *path;
	if (!cli_ranks_first())
		return CLI_OK;
	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if ((path = cli_args_value(args, flags[i])) != NULL && is_read(args, path))
			return cli_fail_usage(command, "--%s: '%s' is an input file and would be overwritten", flags[i], path);
	for (size_t i = 0; (path = cli_args_each(args, "write", i)) != NULL; i++) /* FORMAT:FILE */
		if (is_read(args, path + strcspn(path, ":") + (strchr(path, ':') != NULL)))
			return cli_fail_usage(command, "--write: '%s' is an input file and would be overwritten", path);
	return CLI_OK;
}

/* The mode of the finished file: that of the file it replaces, or the default for a new file. */
static mode_t final_mode(const char *path)
{
	struct stat about;
	if (stat(path, &about) == 0)
		return about.st_mode & 0777;
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Resolves a symbolic link, so that the target is replaced and not the link. */
static char *target_of(const char *path)
{
	struct stat about;
	if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode))
		return realpath(path, NULL);
	return strdup(path);
}

static FILE *open_temporary(cli_output *output)
{
	static const char tail[] = ".XXXXXX";
	size_t length = strlen(output->path);
	output->temporary = malloc(length + sizeof tail);
	if (output->temporary == NULL)
		return NULL;
	memcpy(output->temporary, output->path, length);
	memcpy(output->temporary + length, tail, sizeof tail);
	int file = mkstemp(output->temporary);
	if (file < 0) {
		free(output->temporary);
		output->temporary = NULL;
		return NULL;
	}
	cli_progress_guard(output->temporary);
	(void)fchmod(file, final_mode(output->path)); /* ignore file systems without modes */
	FILE *stream = fdopen(file, "w");
	if (stream == NULL)
		close(file);
	return stream;
}

int cli_output_open(cli_output *output, const char *path)
{
	memset(output, 0, sizeof *output);
	if (cli_progress_cancelled())
		return cli_fail(CLI_LIMIT, "cancelled");
	cli_progress_clear(); /* the answer may go to the same terminal */
	if (is_standard_output(path)) {
		output->stream = stdout;
		return CLI_OK;
	}
	output->path = target_of(path);
	if (output->path != NULL)
		output->stream = is_special(path) ? fopen(path, "w") : open_temporary(output);
	if (output->stream != NULL)
		return CLI_OK;
	int code = cli_fail_system(path);
	cli_output_abandon(output);
	return code;
}

/* Waits until a file is on the disk. A file system that does not support this is not an error. */
static bool sync_file(int file)
{
	int failed;
	do
		failed = fsync(file);
	while (failed != 0 && errno == EINTR);
	return failed == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

/* Makes the new name of a file durable. The file is complete in any case, so failures are ignored. */
static void sync_directory_of(const char *path)
{
	char *directory = directory_of(path);
	int file = directory != NULL ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (file >= 0) {
		(void)sync_file(file);
		close(file);
	}
	free(directory);
}

/* True if all output has reached the system and, for a renamed file, the disk; otherwise errno has the reason. */
static bool finish(cli_output *output)
{
	FILE *stream = output->stream;
	bool good = fflush(stream) == 0 && !ferror(stream) && (output->temporary == NULL || sync_file(fileno(stream)));
	int number = errno;
	output->stream = NULL;
	bool closed = stream == stdout || fclose(stream) == 0;
	if (!good)
		errno = number;
	return good && closed;
}

int cli_output_close(cli_output *output)
{
	int code = CLI_OK;
	if (!finish(output) || (output->temporary != NULL && rename(output->temporary, output->path) != 0)) {
		const char *name = output->path == NULL ? "standard output" : output->path;
		if (cli_progress_cancelled())
			code = cli_fail(CLI_LIMIT, "cancelled");
		else
			code = errno == EPIPE ? CLI_PIPE : cli_fail_system(name);
	} else {
		cli_progress_guard(NULL);
		if (output->temporary != NULL)
			sync_directory_of(output->path);
		free(output->temporary);
		output->temporary = NULL;
	}
	cli_output_abandon(output);
	return code;
}

void cli_output_abandon(cli_output *output)
{
	if (output->stream != NULL && output->stream != stdout)
		fclose(output->stream);
	if (output->temporary != NULL)
		unlink(output->temporary);
	cli_progress_guard(NULL);
	free(output->temporary);
	free(output->path);
	memset(output, 0, sizeof *output);
}

int cli_output_end(cli_output *output, int code)
{
	if (code == CLI_OK)
		code = cli_output_close(output);
	cli_output_abandon(output);
	return code;
}

int cli_output_run(const cli_args *args, const cli_steps *steps, void *job)
{
	cli_output output = { 0 };
	const char *path = cli_args_value(args, "output");
	int code = cli_output_check(path);
	if (code == CLI_OK)
		code = steps->find(job);
	if (code == CLI_OK)
		code = cli_output_open(&output, path);
	if (code == CLI_OK)
		code = (cli_args_value(args, "json") != NULL ? steps->print_json : steps->print_text)(job, output.stream);
	return cli_output_end(&output, code);
}
