/* Command lines, many in one process. The bytes of the input choose words from lists: commands, their flags and the library's
 * options, columns, numbers, and the small files below; so no other file is ever touched. A command ends with one of its exit
 * codes, says why if it fails, prints nothing if it fails, and prints JSON if that was asked for. */
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "fuzz/target.h"
#include "report.h"
#include "run.h"

enum { MOST_WORDS = 14, LONGEST_OUTPUT = 1 << 20 };

static const struct {
	const char *name, *text;
} files[] = {
	{ "mixed.csv", "a,b,c,d\n1,x,2.5,0\n2,y,2.5,1\n3,x,0,0\n4,z,7.25,1\n5,y,1e3,0\n6,x,-2,1\n7,z,,0\n8,x,3,1\n9,y,4,0\n"
	               "10,x,5,1\n11,z,6,0\n12,y,8,1\n" },
	{ "id.csv",
	  "id,visit,value,count\n1,1,3,5\n1,2,4,1\n2,1,3,7\n2,2,9,2\n3,1,1,3\n3,2,2,8\n4,1,3,1\n4,2,5,2\n5,1,7,9\n"
	  "5,2,8,4\n6,1,2,1\n6,2,1,2\n7,1,3,6\n7,2,4,1\n8,1,5,3\n8,2,6,1\n9,1,7,2\n9,2,8,1\n10,1,9,3\n10,2,1,1\n" },
	{ "series.csv",
	  "year,time,status,x,y\n2001,5,1,1,2\n2002,6,0,2,3\n2003,7,1,4,1\n2004,8,1,3,5\n2005,9,0,5,4\n2006,1,1,7,"
	  "6\n2007,2,0,6,8\n2008,3,1,8,7\n2009,4,1,9,10\n2010,10,0,10,9\n2011,11,1,12,11\n2012,12,1,11,12\n" },
	{ "odd.csv", "\"a,b\",=x,\x1b[2J,\xE2\x80\xAEr,e\n1,-1,a,b,\n2,+2,\xC2\x9B,c,\n3,@3,\"=1+1\",d,\n,,,,\n" },
	{ "empty.csv", "" },
	{ "header.csv", "a,b,c\n" },
	{ "one.csv", "a,b\n1,2\n" },
	{ "graph.txt", "a -> b\nb -> c\nd\n" },
	{ "other.json",
	  "{\"nodes\": [{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"c\"}, {\"name\": \"d\"}], \"edges\": "
	  "[{\"from\": \"a\", \"to\": \"b\", \"type\": \"undirected\"}]}" },
	{ "known.txt", "require a -> b\nforbid b -- c\ntier 1: a\n" },
	{ "queries.csv", "x,y,z\na,b,\nb,c,a\n" },
};

enum { FILES = sizeof files / sizeof *files };

static char folder[32];

static void path_of(char out[80], const char *name)
{
	snprintf(out, 80, "%s/%.40s", folder, name);
}

static void remove_files(void)
{
	static const char *const written[] = { "out", "out.json", "out.svg", "out.csv", "said", "answer" };
	char path[80];
	for (size_t i = 0; i < FILES; i++) {
		path_of(path, files[i].name);
		unlink(path);
	}
	for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
		path_of(path, written[i]);
		unlink(path);
	}
	rmdir(folder);
}

static void make_files(void)
{
	char path[80];
	snprintf(folder, sizeof folder, "/tmp/mixmi_fuzz_XXXXXX");
	FUZZ_CHECK(mkdtemp(folder) != NULL);
	for (size_t i = 0; i < FILES; i++) {
		path_of(path, files[i].name);
		FILE *file = fopen(path, "wb");
		FUZZ_CHECK(file != NULL && fputs(files[i].text, file) >= 0 && fclose(file) == 0);
	}
	setenv("NO_COLOR", "1", 1);
	atexit(remove_files);
}

/* ------------------------------------------------------------------------------------------------------- words */

typedef struct line {
	char words[MOST_WORDS][80];
	char *argv[MOST_WORDS + 1];
	int count;
} line;

static char *add(line *l, const char *word)
{
	snprintf(l->words[l->count], sizeof l->words[0], "%s", word);
	l->argv[l->count] = l->words[l->count];
	return l->argv[l->count++];
}

static void add_file(line *l, fuzz_input *in)
{
	path_of(l->words[l->count], files[fuzz_below(in, FILES)].name);
	l->argv[l->count] = l->words[l->count];
	l->count++;
}

static void add_columns(line *l, fuzz_input *in)
{
	static const char *const lists[] = { "a",   "b", "c",   "d", "id", "value", "x",    "y", "year", "time",
		                                 "a,b", "1", "2-3", "*", "#4", "x@1",   "none", "",  "e",    "a,c,d" };
	add(l, lists[fuzz_below(in, sizeof lists / sizeof *lists)]);
}

static void add_text(line *l, fuzz_input *in)
{
	static const char *const texts[] = { "0",    "1",   "2",    "0.05", "yes",   "no",          "a",     "id",
		                                 "time", "bh",  "json", "bits", "paper", "time:status", "a > 2", "-1",
		                                 "",     "3,4", "csv",  "auto", "x<y<z", "nan",         "1e99",  "value" };
	add(l, texts[fuzz_below(in, sizeof texts / sizeof *texts)]);
}

/* The value of a flag; a file to write is one of ours. */
static void add_value(line *l, fuzz_input *in, cli_kind kind, const char *name, const char *choices)
{
	static const char *const written[] = { "out", "out.json", "out.svg", "out.csv" };
	bool writes = strcmp(name, "output") == 0 || strcmp(name, "plot") == 0 || strcmp(name, "save") == 0;
	if (writes || (kind == CLI_FILES && strcmp(name, "write") == 0)) {
		path_of(l->words[l->count], written[fuzz_below(in, 4)]);
		l->argv[l->count] = l->words[l->count];
		l->count++;
	} else if (kind == CLI_COLUMNS)
		add_columns(l, in);
	else if (kind == CLI_FILE || kind == CLI_FILES)
		add_file(l, in);
	else if (choices != NULL && fuzz_below(in, 4) > 0) {
		char word[64];
		for (size_t skip = fuzz_below(in, 12); skip > 0 && strchr(choices, ',') != NULL; skip--)
			choices = strchr(choices, ',') + 1;
		snprintf(word, sizeof word, "%.*s", (int)strcspn(choices, ","), choices);
		add(l, word);
	} else if (kind != CLI_SWITCH)
		add_text(l, in);
}

/* Options that write or read other files, or only make a command slow. */
static bool is_passed_over(const char *name)
{
	static const char *const names[] = { "checkpoint",   "shard",     "gather",    "threads",
		                                 "permutations", "stability", "bootstrap", "features",
		                                 "features-xy",  "sql",       "table",     NULL };
	for (size_t i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static void add_flag(line *l, fuzz_input *in, const cli_command *command)
{
	char word[80];
	const cli_flag *flags = cli_command_flags(command, (int)fuzz_below(in, CLI_FLAG_TABLES));
	size_t count = 0;
	while (flags[count].name != NULL)
		count++;
	size_t which = fuzz_below(in, count + 1);
	if (which < count && !is_passed_over(flags[which].name)) {
		snprintf(word, sizeof word, "--%.40s", flags[which].name);
		add(l, word);
		if (flags[which].kind != CLI_SWITCH && flags[which].kind != CLI_OPTIONAL)
			add_value(l, in, flags[which].kind, flags[which].name, flags[which].choices);
		return;
	}
	const mixmi_option *option = mixmi_option_at(fuzz_below(in, 80));
	if (option == NULL || is_passed_over(option->name))
		return;
	snprintf(word, sizeof word, "--%s%.40s", fuzz_below(in, 16) == 0 ? "no-" : "", option->name);
	add(l, word);
	if (option->kind != MIXMI_OPTION_SWITCH)
		add_value(l, in, CLI_WORDS, option->name, option->choices);
}

/* The flags that a command needs, so that most lines are complete. */
static void add_needed(line *l, fuzz_input *in, const cli_command *command)
{
	static const char *const needed[] = { "x", "y", "target" };
	for (const cli_flag *flag = cli_command_flags(command, 0); flag->name != NULL; flag++)
		for (size_t i = 0; i < 3 && l->count < MOST_WORDS - 4; i++)
			if (strcmp(flag->name, needed[i]) == 0 && fuzz_below(in, 8) > 0) {
				char word[16];
				snprintf(word, sizeof word, "--%s", flag->name);
				add(l, word);
				add_columns(l, in);
			}
}

static void make_line(line *l, fuzz_input *in)
{
	l->count = 0;
	add(l, "mixmi");
	size_t commands = 0;
	while (cli_commands[commands] != NULL)
		commands++;
	const cli_command *command = cli_commands[fuzz_below(in, commands)];
	add(l, command->name);
	if (command->operands != NULL)
		add_text(l, in);
	else if (command->groups != NULL || command->two)
		add_file(l, in);
	if (command->two)
		add_file(l, in);
	add_needed(l, in, command);
	while (in->count > 0 && l->count < MOST_WORDS - 1)
		add_flag(l, in, command);
	l->argv[l->count] = NULL;
}

/* -------------------------------------------------------------------------------------------------------- runs */

static bool has_word(const line *l, const char *word)
{
	for (int i = 2; i < l->count; i++)
		if (strcmp(l->words[i], word) == 0)
			return true;
	return false;
}

/* CSV keeps the bytes of names and labels, unless it is asked to be safe. */
static bool is_csv(const line *l)
{
	return (has_word(l, "--csv") || has_word(l, "csv")) && !has_word(l, "--csv-safe");
}

/* A stream of this process goes to a file until it is put back. */
static int redirect(int stream, const char *name)
{
	char path[80];
	path_of(path, name);
	int kept = dup(stream), file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	FUZZ_CHECK(kept >= 0 && file >= 0 && dup2(file, stream) == stream);
	close(file);
	return kept;
}

static size_t put_back(int stream, int kept, const char *name, char *out, size_t room)
{
	char path[80];
	path_of(path, name);
	dup2(kept, stream);
	close(kept);
	int file = open(path, O_RDONLY);
	FUZZ_CHECK(file >= 0);
	ssize_t count = read(file, out, room - 1);
	close(file);
	FUZZ_CHECK(count >= 0);
	out[count] = '\0';
	return (size_t)count;
}

static void check_run(const line *l, int code, const char *answer, size_t length, const char *said)
{
	const char *fault = NULL;
	if (code < CLI_OK || code > CLI_ROUND)
		fault = "an exit code that is not listed";
	else if (code != CLI_OK && said[0] == '\0')
		fault = "a failure without a message";
	else if (code != CLI_OK && code != CLI_LIMIT && length > 0)
		fault = "a failure with an answer";
	else if (memchr(answer, 0x1B, length) != NULL && !has_word(l, "always") && !is_csv(l))
		fault = "an escape in the answer";
	else if (code == CLI_OK && length > 0 && has_word(l, "--json") && answer[0] == '{') {
		json_t *json = json_loads(answer, JSON_DECODE_ANY, NULL);
		if (json == NULL && length < LONGEST_OUTPUT - 1)
			fault = "an answer that is not JSON";
		json_decref(json);
	}
	if (fault == NULL)
		return;
	for (int i = 0; i < l->count; i++)
		fprintf(stderr, "'%s' ", l->words[i]);
	fprintf(stderr, "\nexit %d; said: %s\n%.2000s\n", code, said, answer);
	fuzz_fail(fault);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	static char answer[LONGEST_OUTPUT], said[1 << 16];
	static line l;
	fuzz_input in = { bytes, count };
	if (folder[0] == '\0')
		make_files();
	make_line(&l, &in);
	/* the argument vector of a run may be permuted, so it is not the one that is shown */
	char *argv[MOST_WORDS + 1];
	memcpy(argv, l.argv, sizeof argv);
	fflush(stdout);
	fflush(stderr);
	int out = redirect(STDOUT_FILENO, "answer"), err = redirect(STDERR_FILENO, "said");
	int code = cli_run(l.count, argv);
	fflush(stdout);
	fflush(stderr);
	put_back(STDERR_FILENO, err, "said", said, sizeof said);
	size_t length = put_back(STDOUT_FILENO, out, "answer", answer, sizeof answer);
	check_run(&l, code, answer, length, said);
	return 0;
}
