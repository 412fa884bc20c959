/* Writes and opens checkpoints. Numbers are written as their bits, so that a resumed search is identical in any locale.
 * Invariant: the file ends with a complete line, unless a process was killed while writing. */
#include "graph/search/checkpoint.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/text.h"
#include "graph/search/checkpoint_read.h"

struct graph_checkpoint {
	int fd;
	char *shown; /* path, for messages */
	pthread_mutex_t lock;
	char *buffer;
	size_t used, capacity;
	time_t written; /* when the buffer was last written to the file */
	bool at_once;   /* written to the file after every answer */
};

static mixmi_status io_error(const char *shown, const char *doing)
{
	return base_error(MIXMI_ERROR_IO, "cannot %s checkpoint \"%s\": %s", doing, shown, strerror(errno));
}

/* ------------------------------------------------------------------------------------------------ writing */

static mixmi_status flush(graph_checkpoint *c)
{
	size_t done = 0;
	while (done < c->used) {
		ptrdiff_t count = base_file_write(c->fd, c->buffer + done, c->used - done);
		if (count < 0) {
			memmove(c->buffer, c->buffer + done, c->used - done);
			c->used -= done;
			return io_error(c->shown, "write");
		}
		done += (size_t)count;
	}
	c->used = 0;
	c->written = time(NULL);
	return MIXMI_OK;
}

static uint64_t bits_of(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

/* Ensures space for `more` bytes at the end of the buffer. */
static bool reserve(graph_checkpoint *c, size_t more)
{
	return base_grow((void **)&c->buffer, &c->capacity, c->used + more, 1);
}

static mixmi_status add_line(graph_checkpoint *c, const graph_question *q, const graph_answer *answer)
{
	enum { FIXED = 224, NUMBER = 24 };
	static const char letters[] = { [GRAPH_UNASKED] = '?', 'd', 'i', 'u' };
	if (!reserve(c, FIXED + NUMBER * q->given_count))
		return base_error_memory();
	char *end = c->buffer + c->used;
	end +=
		snprintf(end, FIXED, "%zu %zu %zu %c %016llx %016llx %016llx %016llx %016llx %zu", q->sample, q->a, q->b,
	             letters[answer->verdict], (unsigned long long)bits_of(answer->estimate),
	             (unsigned long long)bits_of(answer->corrected), (unsigned long long)bits_of(answer->p),
	             (unsigned long long)bits_of(answer->lower), (unsigned long long)bits_of(answer->upper), answer->rows);
	for (size_t i = 0; i < q->given_count; i++)
		end += snprintf(end, NUMBER, " %zu", q->given[i]);
	char checksum[GRAPH_CHECKSUM_ROOM], *start = c->buffer + c->used;
	graph_checkpoint_checksum(checksum, start, (size_t)(end - start));
	end += snprintf(end, GRAPH_CHECKSUM_ROOM + 2, " %s\n", checksum);
	c->used = (size_t)(end - c->buffer);
	enum { LARGE = 1 << 16 };
	return c->at_once || c->used >= LARGE || time(NULL) != c->written ? flush(c) : MIXMI_OK;
}

mixmi_status graph_checkpoint_add(graph_checkpoint *checkpoint, const graph_question *question,
                                  const graph_answer *answer)
{
	pthread_mutex_lock(&checkpoint->lock);
	mixmi_status status = add_line(checkpoint, question, answer);
	pthread_mutex_unlock(&checkpoint->lock);
	return status;
}

void graph_checkpoint_at_once(graph_checkpoint *checkpoint)
{
	checkpoint->at_once = true;
}

mixmi_status graph_checkpoint_close(graph_checkpoint *checkpoint)
{
	if (checkpoint == NULL)
		return MIXMI_OK;
	mixmi_status status = flush(checkpoint);
	if (!base_file_close(checkpoint->fd) && status == MIXMI_OK)
		status = io_error(checkpoint->shown, "write");
	pthread_mutex_destroy(&checkpoint->lock);
	free(checkpoint->buffer);
	free(checkpoint->shown);
	free(checkpoint);
	return status;
}

/* ------------------------------------------------------------------------------------------------ opening */

static bool is_missing(const char *path)
{
	int fd = base_file_open(path, BASE_OPEN_READ, true);
	if (fd >= 0)
		(void)base_file_close(fd);
	return fd < 0 && errno == ENOENT;
}

static mixmi_status open_file(int *fd, const char *path, bool follow, const char *shown)
{
	*fd = base_file_open(path, BASE_OPEN_APPEND, follow);
	if (*fd < 0)
		return io_error(shown, "open");
	base_file_kind kind;
	int64_t size;
	mixmi_status status = MIXMI_OK;
	if (!base_file_look(&kind, &size, *fd))
		status = io_error(shown, "open");
	else if (kind != BASE_FILE_PLAIN)
		status = base_error(MIXMI_ERROR_IO, "checkpoint \"%s\" is not a regular file", shown);
	else if (!base_file_lock(*fd, true)) /* two writers would not know of each other's answers */
		status = base_error(MIXMI_ERROR_IO, "checkpoint \"%s\" is in use by another process or thread", shown);
	if (status != MIXMI_OK)
		(void)base_file_close(*fd);
	return status;
}

/* The whole file as a terminated string. */
static mixmi_status read_file(char **text, size_t *length, int fd, const char *shown)
{
	*text = NULL;
	*length = 0;
	int64_t size = base_file_seek(fd, 0, SEEK_END);
	if (size < 0 || base_file_seek(fd, 0, SEEK_SET) != 0)
		return io_error(shown, "read");
	*text = base_array((size_t)size + 1, 1);
	if (*text == NULL)
		return base_error_memory();
	while (*length < (size_t)size) {
		ptrdiff_t count = base_file_read(fd, *text + *length, (size_t)size - *length);
		if (count < 0)
			return io_error(shown, "read");
		if (count == 0)
			break;
		*length += (size_t)count;
	}
	(*text)[*length] = '\0';
	return MIXMI_OK;
}

/* Reads the existing file, removes an incomplete last line, and writes the header if there is none. */
static mixmi_status resume(graph_checkpoint *c, const char *header, size_t nodes, graph_answers *answers)
{
	char *text;
	size_t length, whole = 0;
	mixmi_status status = read_file(&text, &length, c->fd, c->shown);
	if (status == MIXMI_OK)
		status = graph_checkpoint_load(&whole, text, length, c->shown, header, nodes, answers);
	free(text);
	if (status == MIXMI_OK && whole < length && !base_file_truncate(c->fd, (int64_t)whole))
		status = io_error(c->shown, "write");
	if (status != MIXMI_OK || whole > 0)
		return status;
	size_t size = strlen(header);
	if (!reserve(c, size + 2))
		return base_error_memory();
	memcpy(c->buffer, header, size);
	c->buffer[size] = '\n';
	c->used = size + 1;
	return flush(c);
}

mixmi_status graph_checkpoint_open(graph_checkpoint **out, const char *path, bool follow, const char *header,
                                   size_t nodes, graph_answers *answers)
{
	*out = NULL;
	char shown[BASE_TEXT_SHOWN];
	base_text_show(shown, path, strlen(path));
	graph_checkpoint *c = base_array_zero(1, sizeof *c);
	if (c != NULL)
		c->shown = base_string_copy(shown);
	if (c == NULL || c->shown == NULL) {
		free(c);
		return base_error_memory();
	}
	bool is_new = is_missing(path);
	mixmi_status status = open_file(&c->fd, path, follow, shown);
	if (status != MIXMI_OK) {
		free(c->shown);
		free(c);
		return status;
	}
	pthread_mutex_init(&c->lock, NULL);
	status = resume(c, header, nodes, answers);
	if (status == MIXMI_OK)
		status = graph_checkpoint_join(c, path, header, nodes, answers);
	if (status == MIXMI_OK) {
		*out = c;
		return MIXMI_OK;
	}
	c->used = 0; /* the file stays unchanged, and a new one does not stay */
	(void)graph_checkpoint_close(c);
	if (is_new)
		(void)base_path_remove(path);
	return status;
}

/* -------------------------------------------------------------------------------------------------- other files */

/* Reads a file and checks its lines; *lines are those after the header. A missing file is empty. */
static mixmi_status read_other(char **text, size_t *whole, const char *path, const char *header, size_t nodes,
                               graph_answers *answers)
{
	char shown[BASE_TEXT_SHOWN];
	size_t length = 0;
	*text = NULL;
	*whole = 0;
	base_text_show(shown, path, strlen(path));
	int fd = base_file_open(path, BASE_OPEN_READ, true);
	if (fd < 0)
		return errno == ENOENT ? MIXMI_OK : io_error(shown, "open");
	mixmi_status status = read_file(text, &length, fd, shown);
	(void)base_file_close(fd);
	char *scratch = status == MIXMI_OK ? base_string_copy_n(*text, length) : NULL;
	if (status == MIXMI_OK && scratch == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = graph_checkpoint_load(whole, scratch, length, shown, header, nodes, answers);
	free(scratch);
	return status;
}

mixmi_status graph_checkpoint_look(const char *path, const char *header, size_t nodes, graph_answers *answers)
{
	char *text;
	size_t whole;
	mixmi_status status = read_other(&text, &whole, path, header, nodes, answers);
	free(text);
	return status;
}

mixmi_status graph_checkpoint_append(graph_checkpoint *checkpoint, const char *path, const char *header, size_t nodes,
                                     graph_answers *answers)
{
	char *text;
	size_t whole, begin = strlen(header) + 1;
	graph_answers *checked = answers != NULL ? answers : graph_answers_new();
	mixmi_status status =
		checked == NULL ? base_error_memory() : read_other(&text, &whole, path, header, nodes, checked);
	if (status == MIXMI_OK && whole > begin) {
		if (!reserve(checkpoint, whole - begin)) {
			status = base_error_memory();
		} else {
			memcpy(checkpoint->buffer + checkpoint->used, text + begin, whole - begin);
			checkpoint->used += whole - begin;
			status = flush(checkpoint);
		}
	}
	if (checked != NULL)
		free(text);
	if (answers == NULL)
		graph_answers_free(checked);
	return status;
}
