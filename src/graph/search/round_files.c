/* Files of a folder of shards. Invariant: a file read by other processes is created atomically, by a rename or a link,
 * so a killed process leaves the folder in a consistent state. Others may have write access to the folder, so nothing
 * is ever written through a symbolic link in it. */
#include "graph/search/round_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/text.h"
#include "graph/search/checkpoint.h"
#include "graph/search/checkpoint_read.h"

char *graph_folder_path(const graph_folder *folder, const char *name)
{
	return base_join(folder->path, "/", name);
}

char *graph_folder_shard(char out[GRAPH_FILE_NAME], size_t round, size_t shard, size_t shards)
{
	snprintf(out, GRAPH_FILE_NAME - 8, "shard-%zu-%zu-of-%zu", round, shard, shards);
	return out;
}

static mixmi_status io_error(const char *doing, const char *path)
{
	int number = errno;
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_IO, "cannot %s \"%s\": %s", doing, base_text_show(shown, path, strlen(path)),
	                  strerror(number));
}

/* ------------------------------------------------------------------------------------------------- small files */

/* A small file as text, to be released by the caller; NULL if it does not exist. */
static mixmi_status read_small(char **text, const char *path)
{
	enum { MOST = 1 << 20 };
	*text = NULL;
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		return errno == ENOENT ? MIXMI_OK : io_error("read", path);
	*text = base_array(MOST + 1, 1);
	size_t size = *text != NULL ? fread(*text, 1, MOST, file) : 0;
	bool failed = ferror(file) != 0;
	fclose(file);
	if (*text == NULL)
		return base_error_memory();
	(*text)[size] = '\0';
	return failed ? io_error("read", path) : MIXMI_OK;
}

/* Opens a new file next to `path`; the caller frees its name, which is NULL after a failure. */
static mixmi_status open_temporary(int *fd, char **temporary, const char *path)
{
	enum { ATTEMPTS = 100 };
	*fd = -1;
	*temporary = NULL;
	for (int attempt = 0; attempt < ATTEMPTS && *fd < 0; attempt++) {
		char number[60];
		snprintf(number, sizeof number, "new-%lu-%d", base_process_number(), attempt);
		free(*temporary);
		*temporary = base_join(path, ".", number);
		if (*temporary == NULL)
			return base_error_memory();
		*fd = base_file_open(*temporary, BASE_OPEN_NEW, false); /* an existing file or link is left alone */
		if (*fd < 0 && errno != EEXIST)
			break;
	}
	if (*fd >= 0)
		return MIXMI_OK;
	mixmi_status status = io_error("write", *temporary);
	free(*temporary);
	*temporary = NULL;
	return status;
}

/* Writes a file with a temporary name, which the caller frees and unlinks unless it is NULL. */
static mixmi_status write_temporary(char **temporary, const char *path, const char *text)
{
	int file;
	mixmi_status status = open_temporary(&file, temporary, path);
	size_t length = strlen(text), done = 0;
	bool written = status == MIXMI_OK;
	while (written && done < length) {
		ptrdiff_t count = base_file_write(file, text + done, length - done);
		written = count >= 0;
		done += written ? (size_t)count : 0;
	}
	written = written && base_file_sync(file);
	if (status == MIXMI_OK && !written)
		status = io_error("write", *temporary);
	if (file >= 0)
		(void)base_file_close(file);
	return status;
}

/* Creates a file atomically; `replaces`: replaces an existing one, which is otherwise kept. */
static mixmi_status put_small(const char *path, const char *text, bool replaces)
{
	char *temporary;
	mixmi_status status = write_temporary(&temporary, path, text);
	if (status == MIXMI_OK && replaces) {
		if (!base_path_replace(temporary, path))
			status = io_error("write", path);
	} else if (status == MIXMI_OK) {
		/* without hard links the last writer wins, but all write the same content */
		if (!base_path_link(temporary, path) && errno != EEXIST && !base_path_replace(temporary, path))
			status = io_error("write", path);
	}
	if (temporary != NULL)
		(void)base_path_remove(temporary);
	free(temporary);
	return status;
}

/* ------------------------------------------------------------------------------------------------------ opening */

static mixmi_status make_folder(const char *path)
{
	base_file_kind kind;
	char shown[BASE_TEXT_SHOWN];
	if (!base_folder_make(path) && errno != EEXIST)
		return io_error("make the folder", path);
	if (!base_path_look(&kind, path))
		return io_error("open", path);
	if (kind != BASE_FILE_FOLDER)
		return base_error(MIXMI_ERROR_USAGE, "\"%s\" is not a folder: shards need one as their checkpoint",
		                  base_text_show(shown, path, strlen(path)));
	return MIXMI_OK;
}

static mixmi_status take_lock(graph_folder *folder, bool alone)
{
	char *path = graph_folder_path(folder, "lock"), shown[BASE_TEXT_SHOWN];
	if (path == NULL)
		return base_error_memory();
	folder->lock = base_file_open(path, BASE_OPEN_UPDATE, false);
	mixmi_status status = folder->lock < 0 ? io_error("open", path) : MIXMI_OK;
	free(path);
	if (status != MIXMI_OK || base_file_lock(folder->lock, alone))
		return status;
	return base_error(MIXMI_ERROR_IO, "checkpoint \"%s\" is in use by another process or thread%s",
	                  base_text_show(shown, folder->path, strlen(folder->path)),
	                  alone ? ": shards are still running" : " that gathers");
}

/* The first process writes its header; all others compare. */
static mixmi_status check_search(const graph_folder *folder, const char *header)
{
	char *path = graph_folder_path(folder, "search"), *line = base_join(header, "", "\n"), *there = NULL;
	mixmi_status status = path != NULL && line != NULL ? read_small(&there, path) : base_error_memory();
	if (status == MIXMI_OK && there == NULL) {
		status = put_small(path, line, false);
		if (status == MIXMI_OK)
			status = read_small(&there, path);
	}
	if (status == MIXMI_OK && there != NULL) {
		there[strcspn(there, "\n")] = '\0';
		status = graph_checkpoint_check(there, folder->path, header);
	}
	free(path);
	free(line);
	free(there);
	return status;
}

mixmi_status graph_folder_open(graph_folder *folder, const char *path, const char *header, bool alone)
{
	folder->path = base_string_copy(path);
	mixmi_status status = folder->path != NULL ? make_folder(path) : base_error_memory();
	if (status == MIXMI_OK)
		status = take_lock(folder, alone);
	return status == MIXMI_OK ? check_search(folder, header) : status;
}

void graph_folder_close(graph_folder *folder)
{
	if (folder->lock >= 0)
		(void)base_file_close(folder->lock);
	free(folder->path);
}

/* ------------------------------------------------------------------------------------------------------- rounds */

mixmi_status graph_folder_round(const graph_folder *folder, size_t *round, size_t *stage)
{
	char *path = graph_folder_path(folder, "round"), *text = NULL;
	mixmi_status status = path != NULL ? read_small(&text, path) : base_error_memory();
	*round = *stage = 1;
	if (status == MIXMI_OK && text != NULL &&
	    (sscanf(text, "round %zu stage %zu", round, stage) != 2 || *round == 0 || *stage == 0))
		status = base_error(MIXMI_ERROR_DATA, "\"%s\" does not say which round is due", path);
	free(path);
	free(text);
	return status;
}

mixmi_status graph_folder_set_round(const graph_folder *folder, size_t round, size_t stage)
{
	char text[64], *path = graph_folder_path(folder, "round");
	snprintf(text, sizeof text, "round %zu stage %zu\n", round, stage);
	mixmi_status status = path != NULL ? put_small(path, text, true) : base_error_memory();
	free(path);
	return status;
}

/* Whether this is the file of a shard of a round. */
static bool is_shard(const char *name, size_t round, size_t *shard, size_t *shards, bool *finished)
{
	size_t in;
	int end = 0;
	if (sscanf(name, "shard-%zu-%zu-of-%zu%n", &in, shard, shards, &end) != 3 || in != round)
		return false;
	*finished = name[end] == '\0';
	return *finished || strcmp(name + end, ".part") == 0;
}

/* The total numbers of shards in the file names of a round: the first, and a different one (0: none). */
static mixmi_status find_shards(size_t *shards, size_t *other, const graph_folder *folder, size_t round)
{
	base_folder *list = base_folder_open(folder->path);
	const char *entry;
	size_t shard, count;
	bool finished;
	*shards = *other = 0;
	if (list == NULL)
		return io_error("read", folder->path);
	while ((entry = base_folder_next(list)) != NULL)
		if (is_shard(entry, round, &shard, &count, &finished)) {
			if (*shards == 0)
				*shards = count;
			else if (count != *shards)
				*other = count;
		}
	base_folder_close(list);
	return MIXMI_OK;
}

static bool is_there(const graph_folder *folder, const char *name)
{
	char *path = graph_folder_path(folder, name);
	base_file_kind kind;
	bool there = path != NULL && base_path_look(&kind, path);
	free(path);
	return there;
}

static mixmi_status check_division(size_t *shards, const graph_folder *folder, size_t round, size_t mine)
{
	size_t other, larger;
	mixmi_status status = find_shards(shards, &other, folder, round);
	other = mine > 0 && *shards > 0 && *shards != mine ? mine : other;
	larger = other > *shards ? other : *shards;
	if (status == MIXMI_OK && other > 0)
		status = base_error(MIXMI_ERROR_USAGE,
		                    "round %zu in \"%s\" is divided into %zu shards and into %zu: all shards of a round need "
		                    "the same number; to restart it, remove shard-%zu-*",
		                    round, folder->path, *shards + other - larger, larger, round);
	return status;
}

mixmi_status graph_folder_check_shard(bool *finished, const graph_folder *folder, size_t round, size_t shard,
                                      size_t shards)
{
	char name[GRAPH_FILE_NAME];
	size_t there;
	*finished = is_there(folder, graph_folder_shard(name, round, shard, shards));
	return check_division(&there, folder, round, shards);
}

mixmi_status graph_folder_list(size_t *shards, const graph_folder *folder, size_t round)
{
	char missing[256] = "", name[GRAPH_FILE_NAME];
	size_t used = 0, lacking = 0;
	mixmi_status status = check_division(shards, folder, round, 0);
	for (size_t k = 1; status == MIXMI_OK && k <= *shards; k++) {
		if (is_there(folder, graph_folder_shard(name, round, k, *shards)))
			continue;
		if (lacking++ < 20)
			used += (size_t)snprintf(missing + used, sizeof missing - used, "%s%zu", lacking > 1 ? ", " : "", k);
	}
	if (lacking == 0)
		return status;
	return base_error(MIXMI_ERROR_DATA, "round %zu in \"%s\": %zu of %zu shards are not finished: %s%s", round,
	                  folder->path, lacking, *shards, missing, lacking > 20 ? ", ..." : "");
}

mixmi_status graph_folder_finish(const graph_folder *folder, size_t round, size_t shard, size_t shards)
{
	char name[GRAPH_FILE_NAME];
	char *final = graph_folder_path(folder, graph_folder_shard(name, round, shard, shards));
	char *part = final != NULL ? base_join(final, "", ".part") : NULL;
	mixmi_status status = part == NULL                      ? base_error_memory()
	                      : !base_path_replace(part, final) ? io_error("rename", part)
	                                                        : MIXMI_OK;
	free(final);
	free(part);
	return status;
}

/* Remaining files are harmless. */
void graph_folder_remove(const graph_folder *folder, size_t round, size_t shard, size_t shards)
{
	char name[GRAPH_FILE_NAME];
	for (int part = 0; part < 2; part++) {
		graph_folder_shard(name, round, shard, shards);
		char *path = graph_folder_path(folder, part ? strcat(name, ".part") : name);
		if (path != NULL)
			(void)base_path_remove(path);
		free(path);
	}
}
