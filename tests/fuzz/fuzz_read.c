/* Mutates a few seed documents, and the files of tests/files that no foreign library parses, and reads each result. Whatever comes in, reading must end in a table whose every cell can
 * be read, or in an error with a one-line message and no table; and one thread must give the same as three. Meant to
 * run under the sanitizers. Usage: fuzz_read [TIMES]; the sequence is the same in every run. */
#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/options.h"
#include "mixmi.h"

enum { LONGEST = 1 << 22 };

static const char *const seeds[] = {
	"species,bill,depth,sex\nAdelie,39.1,18.7,male\nGentoo,NA,17.4,\n\"Chin,strap\",40.3,18,female\n",
	"a;b;c\r\n1,5;\"x \"\"y\"\" z\";007\r\n2,5;\"two\nlines\";7\r\n\r\n3;;inf\r\n",
	"\xEF\xBB\xBFname\tvalue\nq\t1e5\nr\t-1.7976931348623157e308\ns\t4.9e-324\n",
	"'a'|'b'\n'x|y'|1\n'z''s'|2\n",
	"one\n1\n\n3\n4\n\n\n",
	"a,b\r1,2\r3,4\r",
	",,\n1,2,3\n4,5,6\n",
	"x y  z\n 1 2 3\n4 5 6 \n",
};

enum { MOST_FILES = 256, LARGEST_FILE = 1 << 14 };

/* Seeds from tests/files. */
static struct {
	char *bytes;
	size_t length;
} kept[MOST_FILES];
static size_t kept_count;

static uint64_t state = 1;

static uint64_t next_random(void)
{
	state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t x = state;
	x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
	return x ^ (x >> 31);
}

static size_t below(size_t bound)
{
	return (size_t)(next_random() % bound);
}

/* Makes space for `count` bytes at `place`; false if the document is full. */
static int open_gap(char *text, size_t *length, size_t place, size_t count)
{
	if (*length + count > LONGEST)
		return 0;
	memmove(text + place + count, text + place, *length - place);
	*length += count;
	return 1;
}

static void mutate(char *text, size_t *length)
{
	static const char odd[] = "\"\"',;\t|\n\n\r\r \0.-+eE0159\xFF\x1F\x8Bx";
	size_t place = below(*length + 1), count = below(24) + 1;
	char byte = odd[below(sizeof odd - 1)], copy[32];
	switch (below(5)) {
	case 0:
		if (open_gap(text, length, place, 1))
			text[place] = byte;
		break;
	case 1:
		if (place < *length)
			text[place] = byte;
		break;
	case 2:
		if (place + count <= *length) {
			memmove(text + place, text + place + count, *length - place - count);
			*length -= count;
		}
		break;
	case 3:
		if (place + count <= *length) {
			memcpy(copy, text + place, count);
			place = below(*length + 1);
			if (open_gap(text, length, place, count))
				memcpy(text + place, copy, count);
		}
		break;
	default: /* the whole once more: now and then a document grows past the sample */
		if (below(8) == 0 && 2 * *length <= LONGEST) {
			memcpy(text + *length, text, *length);
			*length *= 2;
		}
	}
}

static int is_foreign(const char *name)
{
	static const char *const endings[] = { ".sav",      ".zsav",    ".por", ".dta", ".xpt",
		                                   ".sas7bdat", ".parquet", ".db",  ".md" };
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (strlen(name) > strlen(endings[i]) && strcmp(name + strlen(name) - strlen(endings[i]), endings[i]) == 0)
			return 1;
	return *name == '.';
}

static void keep(const char *name)
{
	char path[512];
	snprintf(path, sizeof path, "tests/files/%.400s", name);
	FILE *file = fopen(path, "rb");
	if (file == NULL || kept_count == MOST_FILES)
		return;
	char *bytes = malloc(LARGEST_FILE);
	size_t length = bytes != NULL ? fread(bytes, 1, LARGEST_FILE, file) : 0;
	fclose(file);
	kept[kept_count].bytes = bytes;
	kept[kept_count++].length = length;
}

/* Sorted by name, so that every run is the same. */
static void keep_all(void)
{
	struct dirent **entries;
	int count = scandir("tests/files", &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		if (!is_foreign(entries[i]->d_name))
			keep(entries[i]->d_name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

/* Other queries about rows and columns. */
static void random_choices(mixmi_options *options)
{
	static const char *const conditions[] = {
		"x > 0",   "`x` <= 1 && !missing(x)", "day >= \"2021-03-01\"", "x in (1, 2, \"a\")", "((x)", "x == y || x != 3",
		"a == \"b"
	};
	if (below(4) == 0)
		options->where = conditions[below(sizeof conditions / sizeof *conditions)];
	if (below(8) == 0)
		options->weights = "2";
	if (below(8) == 0)
		options->sample = (int64_t)below(40);
	if (below(6) == 0)
		options->ordered = "low<mid<high, a<b<c, q1: agree<disagree";
	options->dates = (int)below(5);
	options->header = below(3) == 0 ? (int)below(3) : 2;
	if (below(8) == 0)
		options->missing = "999,-9,unknown";
}

static mixmi_options random_options(void)
{
	mixmi_options options;
	base_options_settle(&options, NULL);
	if (below(6) == 0)
		options.decimal = ',';
	if (below(6) == 0)
		options.delimiter = ",; \t"[below(4)];
	if (below(8) == 0)
		options.quote = below(2) ? MIXMI_QUOTE_NONE : '\'';
	if (below(6) == 0)
		options.discrete = "1";
	if (below(6) == 0)
		options.only = "2";
	if (below(8) == 0)
		options.numeric = "2";
	random_choices(&options);
	return options;
}

static void give_up(const char *why)
{
	fprintf(stderr, "%s\n", why);
	abort();
}

static int same_cell(const mixmi_table *a, const mixmi_table *b, size_t column, size_t row)
{
	double x = mixmi_table_value(a, column, row), y = mixmi_table_value(b, column, row);
	if (isnan(x) || isnan(y))
		return isnan(x) && isnan(y);
	const char *label = mixmi_table_label(a, column, (size_t)fmin(fabs(x), 1e9));
	const char *other = mixmi_table_label(b, column, (size_t)fmin(fabs(y), 1e9));
	if ((label == NULL) != (other == NULL) || (label != NULL && strcmp(label, other) != 0))
		return 0;
	return x == y;
}

static void compare(const mixmi_table *a, const mixmi_table *b)
{
	if (mixmi_table_rows(a) != mixmi_table_rows(b) || mixmi_table_columns(a) != mixmi_table_columns(b))
		give_up("the shape depends on the threads");
	for (size_t column = 0; column < mixmi_table_columns(a); column++)
		for (size_t row = 0; row < mixmi_table_rows(a); row++)
			if (!same_cell(a, b, column, row))
				give_up("a cell depends on the threads");
}

static mixmi_status read_checked(mixmi_table **table, const char *path, mixmi_options *options, int64_t threads)
{
	options->threads = threads;
	mixmi_status status = mixmi_table_read(table, path, options);
	if ((status == MIXMI_OK) != (*table != NULL))
		give_up("a handle on failure, or none on success");
	if (status != MIXMI_OK && (*mixmi_error_message() == '\0' || strchr(mixmi_error_message(), '\n') != NULL))
		give_up("no message, or one of several lines");
	return status;
}

static int read_once(const char *path, const char *text, size_t length)
{
	char message[1024] = "";
	FILE *file = fopen(path, "wb");
	if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0)
		give_up("cannot write the temporary file");
	mixmi_options options = random_options();
	mixmi_table *one, *three;
	mixmi_status status = read_checked(&one, path, &options, 1);
	if (status != MIXMI_OK)
		snprintf(message, sizeof message, "%s", mixmi_error_message());
	if (read_checked(&three, path, &options, 3) != status)
		give_up("the status depends on the threads");
	if (status != MIXMI_OK && strcmp(message, mixmi_error_message()) != 0)
		give_up("the message depends on the threads");
	if (status == MIXMI_OK)
		compare(one, three);
	mixmi_table_free(one);
	mixmi_table_free(three);
	return status == MIXMI_OK;
}

int main(int count, char **arguments)
{
	static char text[LONGEST];
	char path[] = "/tmp/mixmi_fuzz_XXXXXX";
	long times = count > 1 ? strtol(arguments[1], NULL, 10) : 1000, read = 0;
	int file = mkstemp(path);
	if (file < 0)
		give_up("cannot make a temporary file");
	close(file);
	keep_all();
	for (long i = 0; i < times; i++) {
		size_t which = below(2) == 0 || kept_count == 0 ? kept_count : below(kept_count);
		const char *seed = which < kept_count ? kept[which].bytes : seeds[below(sizeof seeds / sizeof *seeds)];
		size_t length = which < kept_count ? kept[which].length : strlen(seed);
		memcpy(text, seed, length);
		/* one in sixteen grows: beyond the sample, beyond a part, or beyond a chunk of one thread */
		for (size_t grow = below(16) == 0 ? below(17) : 0; grow > 0 && 2 * length <= LONGEST; grow--) {
			memcpy(text + length, text, length);
			length *= 2;
		}
		for (size_t changes = below(10); changes > 0; changes--)
			mutate(text, &length);
		read += read_once(path, text, length);
	}
	unlink(path);
	for (size_t i = 0; i < kept_count; i++)
		free(kept[i].bytes);
	printf("%ld documents, %ld of them read\n", times, read);
	return 0;
}
