/* Parts of a checkpoint that other processes of the run have written next to it. Invariant: a part is removed only
 * after its answers are in the checkpoint. Joining a part twice has no effect, because known answers are kept. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/text.h"
#include "graph/search/checkpoint.h"

static const char ending[] = ".part-";

char *graph_checkpoint_part(const char *path, size_t number)
{
	char digits[32];
	snprintf(digits, sizeof digits, "%zu", number);
	return base_join(path, ending, digits);
}

/* The folder of a path, to be released by the caller. */
static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? base_string_copy(".") : base_string_copy_n(path, slash == path ? 1 : (size_t)(slash - path));
}

/* Whether a file is a part of the checkpoint with the name `whole`. */
static bool is_part(const char *name, const char *whole)
{
	size_t length = strlen(whole);
	if (strncmp(name, whole, length) != 0 || strncmp(name + length, ending, sizeof ending - 1) != 0)
		return false;
	const char *digits = name + length + sizeof ending - 1;
	return *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
}

static mixmi_status join_one(graph_checkpoint *c, const char *path, const char *header, size_t nodes,
                             graph_answers *answers)
{
	char shown[BASE_TEXT_SHOWN];
	if (path == NULL)
		return base_error_memory();
	mixmi_status status = graph_checkpoint_append(c, path, header, nodes, answers);
	if (status == MIXMI_OK && !base_path_remove(path) && errno != ENOENT)
		status = base_error(MIXMI_ERROR_IO, "cannot remove \"%s\": %s", base_text_show(shown, path, strlen(path)),
		                    strerror(errno));
	return status;
}

mixmi_status graph_checkpoint_join(graph_checkpoint *checkpoint, const char *path, const char *header, size_t nodes,
                                   graph_answers *answers)
{
	const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
	char *folder = folder_of(path);
	if (folder == NULL)
		return base_error_memory();
	base_folder *list = base_folder_open(folder); /* in a folder that cannot be listed, parts are not found */
	const char *entry;
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && list != NULL && (entry = base_folder_next(list)) != NULL)
		if (is_part(entry, name)) {
			char *part = base_join(path, "", entry + strlen(name));
			status = join_one(checkpoint, part, header, nodes, answers);
			free(part);
		}
	if (list != NULL)
		base_folder_close(list);
	free(folder);
	return status;
}
