/* Command lines of the experiments: numbers, lists, patterns, files. */
#include "arguments.h"

#include <fnmatch.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *argument_program = "";

enum { LIST = 4096, OPTIONS = 32, MOST_THREADS = 1024 };

_Noreturn void argument_fail(const char *what, const char *which)
{
	fprintf(stderr, "%s: %s: %s\n", argument_program, what, which);
	exit(1);
}

uint64_t argument_number(const char *text, uint64_t least, uint64_t most)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end != '\0' || value < least || value > most)
		argument_fail("not a number that can be used", text);
	return value;
}

void argument_each(const char *list, void (*add)(void *context, const char *item), void *context)
{
	char copy[LIST], *rest = NULL;
	if ((size_t)snprintf(copy, sizeof copy, "%s", list) >= sizeof copy)
		argument_fail("too long", list);
	for (char *item = strtok_r(copy, ",", &rest); item != NULL; item = strtok_r(NULL, ",", &rest))
		add(context, item);
}

void argument_add_size(void *context, const char *text)
{
	argument_sizes *sizes = context;
	if (sizes->count == ARGUMENT_SIZES)
		argument_fail("too many numbers", text);
	sizes->values[sizes->count++] = (size_t)argument_number(text, sizes->least, sizes->most);
}

void argument_usual_sizes(argument_sizes *sizes, const char *usual)
{
	if (sizes->count == 0)
		argument_each(usual, argument_add_size, sizes);
}

int argument_threads(int asked)
{
	return asked > 0 ? asked : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

typedef struct search {
	const char *name;
	bool found;
} search;

static void try_pattern(void *context, const char *pattern)
{
	search *s = context;
	s->found = s->found || fnmatch(pattern, s->name, 0) == 0;
}

bool argument_match(const char *patterns, const char *name)
{
	search s = { name, false };
	if (patterns == NULL)
		return true;
	argument_each(patterns, try_pattern, &s);
	return s.found;
}

static void set_option(const argument_option *option, const char *text)
{
	switch (option->type) {
	case ARGUMENT_TEXT:
		*(const char **)option->to = text;
		break;
	case ARGUMENT_COUNT:
		*(size_t *)option->to = (size_t)argument_number(text, option->least, option->most);
		break;
	case ARGUMENT_SEED:
		*(uint64_t *)option->to = argument_number(text, 0, UINT64_MAX);
		break;
	case ARGUMENT_THREADS:
		*(int *)option->to = (int)argument_number(text, 0, MOST_THREADS);
		break;
	case ARGUMENT_LIST:
		argument_each(text, argument_add_size, option->to);
		break;
	case ARGUMENT_SWITCH:
		*(bool *)option->to = true;
		break;
	case ARGUMENT_OUTPUT:
		if ((*(FILE **)option->to = fopen(text, "w")) == NULL)
			argument_fail("cannot write", text);
		break;
	case ARGUMENT_EACH:
		option->add(option->to, text);
		break;
	}
}

void argument_parse(int argc, char **argv, const char *usage, const argument_option *options)
{
	struct option known[OPTIONS] = { { "help", no_argument, NULL, 0 } };
	size_t count = 1;
	for (const argument_option *option = options; option->name != NULL && count < OPTIONS - 1; option++)
		known[count++] =
			(struct option){ option->name, option->type == ARGUMENT_SWITCH ? no_argument : required_argument, NULL, 0 };
	for (int found, place; (found = getopt_long(argc, argv, "", known, &place)) != -1;) {
		if (found != 0 || place == 0) {
			fputs(usage, found == 0 ? stdout : stderr);
			exit(found == 0 ? EXIT_SUCCESS : 2);
		}
		set_option(&options[place - 1], optarg);
	}
	if (optind < argc)
		argument_fail("unexpected argument", argv[optind]);
}
