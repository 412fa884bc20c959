#include "files.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "method.h"

enum { PATH = 4096 };

/* Opens DIR/NAME under a temporary name. */
static FILE *begin(char temporary[PATH], const char *directory, const char *name)
{
	snprintf(temporary, PATH, "%s/%s.part", directory, name);
	FILE *file = fopen(temporary, "w");
	if (file == NULL)
		fprintf(stderr, "reproduce: %s: %s\n", temporary, strerror(errno));
	return file;
}

static bool finish(FILE *file, const char *temporary, const char *directory, const char *name)
{
	char path[PATH];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	bool good = ferror(file) == 0;
	good = fflush(file) == 0 && good;
	good = fsync(fileno(file)) == 0 && good;
	good = fclose(file) == 0 && good;
	if (good && rename(temporary, path) == 0)
		return true;
	fprintf(stderr, "reproduce: %s: %s\n", path, strerror(errno));
	unlink(temporary);
	return false;
}

static bool write_kind(const results *r, const kind *k, const char *directory)
{
	char temporary[PATH], name[64];
	snprintf(name, sizeof name, "%s.csv", k->name);
	FILE *file = NULL;
	for (size_t i = 0; i < r->plan->count; i++) {
		const cell *c = &r->plan->cells[i];
		if (c->kind != k)
			continue;
		if (file == NULL) {
			file = begin(temporary, directory, name);
			if (file == NULL)
				return false;
			fprintf(file, "%s\n", k->header);
		}
		k->write(file, c, r->values + r->starts[i]);
	}
	return file == NULL || finish(file, temporary, directory, name);
}

bool files_write(const results *r, const char *directory)
{
	for (size_t i = 0; kind_at(i) != NULL; i++)
		if (!write_kind(r, kind_at(i), directory))
			return false;
	return true;
}

static void write_costs(FILE *file, const results *r)
{
	fprintf(file, "core seconds spent, by experiment and method:\n");
	for (size_t i = 0; i < r->plan->count;) {
		const kind *k = r->plan->cells[i].kind;
		double all = 0;
		for (; i < r->plan->count && r->plan->cells[i].kind == k; i++)
			all += r->seconds[i];
		fprintf(file, "  %-12s %8.1f\n", k->name, all);
	}
	for (size_t i = 0; i < r->plan->count; i++) {
		const cell *c = &r->plan->cells[i];
		double all = 0;
		for (size_t j = 0; j < r->plan->count; j++) {
			bool same = r->plan->cells[j].kind == c->kind && strcmp(r->plan->cells[j].method, c->method) == 0;
			if (same && j < i)
				break; /* counted before */
			all += same ? r->seconds[j] : 0;
			if (j + 1 == r->plan->count)
				fprintf(file, "  %-12s %-12s %8.1f\n", c->kind->name, c->method, all);
		}
	}
}

bool files_write_facts(const results *r, const char *directory, const run_facts *facts)
{
	char temporary[PATH], date[64] = "";
	FILE *file = begin(temporary, directory, "RUN.txt");
	if (file == NULL)
		return false;
	time_t now = time(NULL);
	struct tm broken;
	if (gmtime_r(&now, &broken) != NULL)
		strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &broken);
	fprintf(file, "command: %s\n", facts->command);
	fprintf(file, "version: %s\n", mixmi_version());
	fprintf(file, "finished: %s\n", date);
	fprintf(file, "seed: %llu\n", (unsigned long long)facts->settings->seed);
	fprintf(file, "size: %s\n", facts->settings->quick ? "quick" : "full");
	fprintf(file, "default preset: %s\n", method_fallback("preset"));
	fprintf(file, "default test: %s\n", method_fallback("test"));
	fprintf(file, "default differs: %s\n", method_default_test_differs() ? "yes" : "no");
	fprintf(file, "threads: %d\n", facts->threads);
	fprintf(file, "identity: %s\n", facts->identity);
	write_costs(file, r);
	return finish(file, temporary, directory, "RUN.txt");
}
