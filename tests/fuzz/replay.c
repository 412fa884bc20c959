/* Runs a target on files: replay FILE-OR-FOLDER... It is the main program of the targets without libFuzzer, by which
 * `make check` replays the stored inputs. Prints their number; none is a failure. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target.h"

enum { LONGEST = 1 << 20 };

static int run_file(const char *name)
{
	static uint8_t room[LONGEST];
	FILE *file = fopen(name, "rb");
	if (file == NULL) {
		perror(name);
		exit(1);
	}
	size_t count = fread(room, 1, sizeof room, file);
	fclose(file);
	uint8_t *exact = malloc(count + (count == 0)); /* so that the sanitizers see a step beyond its end */
	if (exact == NULL)
		exit(1);
	memcpy(exact, room, count);
	fprintf(stderr, "%s\n", name); /* the last one printed is the one that failed */
	(void)LLVMFuzzerTestOneInput(exact, count);
	free(exact);
	return 1;
}

static int run_folder(const char *name)
{
	struct dirent **entries;
	int count = scandir(name, &entries, NULL, alphasort), runs = 0;
	for (int i = 0; i < count; i++) {
		char path[4096];
		snprintf(path, sizeof path, "%s/%s", name, entries[i]->d_name);
		runs += entries[i]->d_name[0] == '.' ? 0 : run_file(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return count < 0 ? run_file(name) : runs;
}

int main(int count, char **arguments)
{
	int runs = 0;
	for (int i = 1; i < count; i++)
		runs += run_folder(arguments[i]);
	printf("%d inputs\n", runs);
	return runs > 0 ? 0 : 1;
}
