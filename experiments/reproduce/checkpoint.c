#include "checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct checkpoint {
	int file;
};

static char message_text[512];

static uint64_t hash_bytes(const char *bytes, size_t length)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

/* --------------------------------------------------------------------------------------------------- reading */

/* Splits "key first count seconds v v v *checksum"; the line's text is changed. */
static bool parse(checkpoint_record *record, double **values, char *line, size_t length)
{
	char *mark = strrchr(line, '*');
	if (strlen(line) != length || mark == NULL || mark == line)
		return false;
	char *end;
	uint64_t sum = strtoull(mark + 1, &end, 16);
	if (end != mark + 17 || *end != '\0' || sum != hash_bytes(line, (size_t)(mark - line)))
		return false;
	*mark = '\0';
	char *key_end = strchr(line, ' ');
	if (key_end == NULL)
		return false;
	*key_end = '\0';
	record->key = line;
	char *at = key_end + 1;
	record->first = strtoull(at, &at, 10);
	record->count = strtoull(at, &at, 10);
	record->seconds = strtod(at, &at);
	*values = malloc((length / 2 + 1) * sizeof **values); /* a value takes two characters at least */
	if (*values == NULL)
		return false;
	for (record->value_count = 0;; record->value_count++) {
		double value = strtod(at, &end);
		if (end == at)
			break;
		(*values)[record->value_count] = value;
		at = end;
	}
	record->values = *values;
	return true;
}

/* The unread part of a NUL-terminated text. */
typedef struct reading {
	char *at;
	char *end;
} reading;

/* The next whole line without its newline; NULL at the end or at a torn line. */
static char *next_line(reading *r, size_t *length)
{
	char *line = r->at, *newline = memchr(line, '\n', (size_t)(r->end - line));
	if (newline == NULL)
		return NULL;
	*newline = '\0';
	*length = (size_t)(newline - line);
	r->at = newline + 1;
	return line;
}

/* Records are passed on; unreadable ones are counted. */
static void read_records(reading *r, checkpoint_take *take, void *context, size_t *damaged)
{
	size_t length;
	for (char *line; (line = next_line(r, &length)) != NULL;) {
		checkpoint_record record;
		double *values = NULL;
		if (!parse(&record, &values, line, length) || !take(context, &record))
			(*damaged)++;
		free(values);
	}
}

/* The whole file, NUL-terminated; NULL on failure. Through the descriptor itself: closing another one of
 * the same file would release the lock. */
static char *load(int file, size_t *length)
{
	off_t size = lseek(file, 0, SEEK_END);
	if (size < 0 || lseek(file, 0, SEEK_SET) < 0)
		return NULL;
	char *text = malloc((size_t)size + 1);
	*length = 0;
	while (text != NULL && *length < (size_t)size) {
		ssize_t got = read(file, text + *length, (size_t)size - *length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			free(text);
			return NULL;
		}
		*length += (size_t)got;
	}
	if (text != NULL)
		text[*length] = '\0';
	return text;
}

enum { OF_ANOTHER_RUN = -1, UNREADABLE = -2 };

/* Returns the number of bytes to keep (0 if the file lacks even its first line), or one of the above. */
static off_t read_all(int file, const char *identity, checkpoint_take *take, void *context, size_t *damaged)
{
	size_t length;
	char *text = load(file, &length);
	if (text == NULL)
		return UNREADABLE;
	reading r = { text, text + length };
	char *first = next_line(&r, &length);
	off_t keep = 0;
	if (first != NULL && strcmp(first, identity) != 0) {
		snprintf(message_text, sizeof message_text, "%s", first);
		keep = OF_ANOTHER_RUN;
	} else if (first != NULL) {
		read_records(&r, take, context, damaged);
		keep = r.at - text;
	}
	free(text);
	return keep;
}

/* --------------------------------------------------------------------------------------------------- writing */

static bool write_whole(int file, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t written = write(file, text, length);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		text += written;
		length -= (size_t)written;
	}
	return fsync(file) == 0;
}

/* Removes a torn line, and starts the file if it is empty. */
static bool settle(int file, off_t keep, const char *identity)
{
	if (ftruncate(file, keep) != 0 || lseek(file, 0, SEEK_END) < 0)
		return false;
	return keep > 0 || (write_whole(file, identity, strlen(identity)) && write_whole(file, "\n", 1));
}

static checkpoint_status fail(const char *path, int file)
{
	snprintf(message_text, sizeof message_text, "%s: %s", path, strerror(errno));
	if (file >= 0)
		close(file);
	return CHECKPOINT_ERROR;
}

checkpoint_status checkpoint_open(checkpoint **out, const char *path, const char *identity, bool restart,
                                  checkpoint_take *take, void *context, size_t *damaged, const char **message)
{
	*out = NULL;
	*damaged = 0;
	*message = message_text;
	message_text[0] = '\0';
	int file = open(path, O_RDWR | O_CREAT | O_APPEND, 0666);
	if (file < 0)
		return fail(path, file);
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	if (fcntl(file, F_SETLK, &lock) != 0) {
		close(file);
		return CHECKPOINT_BUSY;
	}
	off_t keep = restart ? 0 : read_all(file, identity, take, context, damaged);
	if (keep == OF_ANOTHER_RUN) {
		close(file);
		return CHECKPOINT_OTHER;
	}
	if (keep == UNREADABLE)
		return fail(path, file);
	checkpoint *c = malloc(sizeof *c);
	if (c == NULL || !settle(file, keep, identity)) {
		free(c);
		return fail(path, file);
	}
	c->file = file;
	*out = c;
	return CHECKPOINT_OK;
}

bool checkpoint_add(checkpoint *c, const checkpoint_record *record)
{
	size_t room = 128 + strlen(record->key) + 32 * record->value_count;
	char *line = malloc(room);
	if (line == NULL)
		return false;
	size_t used =
		(size_t)snprintf(line, room, "%s %zu %zu %.3f", record->key, record->first, record->count, record->seconds);
	for (size_t i = 0; i < record->value_count; i++)
		used += (size_t)snprintf(line + used, room - used, " %.17g", record->values[i]);
	used += (size_t)snprintf(line + used, room - used, " *");
	/* the mark itself and what follows it are not summed */
	used += (size_t)snprintf(line + used, room - used, "%016" PRIx64 "\n", hash_bytes(line, used - 1));
	bool written = write_whole(c->file, line, used);
	free(line);
	return written;
}

void checkpoint_close(checkpoint *c)
{
	if (c != NULL)
		close(c->file);
	free(c);
}
