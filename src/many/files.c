/* See files.h. */
#include "many/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/text.h"

static mixmi_status add_one(many_files *files, char *path)
{
	void *paths = files->paths;
	bool grown = path != NULL && base_grow(&paths, &files->capacity, files->count + 1, sizeof *files->paths);
	files->paths = paths;
	if (!grown) {
		free(path);
		return base_error_memory();
	}
	files->paths[files->count++] = path;
	return MIXMI_OK;
}

static mixmi_status cannot_open(const char *path)
{
	char shown[BASE_TEXT_SHOWN], reason[128];
	int number = errno;
	return base_error(MIXMI_ERROR_IO, "%s: %s", base_text_show(shown, path, strlen(path)),
	                  base_errno_text(reason, sizeof reason, number));
}

static bool is_passed_over(const char *name)
{
	return name[0] == '.' || name[0] == '_';
}

/* All files of a folder whose names match, and of its subfolders where all match (NULL). */
static mixmi_status add_folder(many_files *files, const char *path, const char *pattern)
{
	base_folder *folder = base_folder_open(path);
	const char *name;
	mixmi_status status = folder != NULL ? MIXMI_OK : cannot_open(path);
	while (status == MIXMI_OK && (name = base_folder_next(folder)) != NULL) {
		base_file_kind kind;
		if (is_passed_over(name) || (pattern != NULL && !base_name_matches(pattern, name)))
			continue;
		char *below = base_join(path, "/", name);
		if (below != NULL && base_path_look(&kind, below) && kind == BASE_FILE_FOLDER) {
			status = add_folder(files, below, NULL);
			free(below);
		} else {
			status = add_one(files, below);
		}
	}
	if (folder != NULL)
		base_folder_close(folder);
	return status;
}

static mixmi_status add_pattern(many_files *files, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash == NULL ? base_string_copy(".") : base_string_copy_n(path, (size_t)(slash - path));
	size_t before = files->count;
	char shown[BASE_TEXT_SHOWN];
	mixmi_status status = folder != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK && strpbrk(folder, "*?[") != NULL)
		status =
			base_error(MIXMI_ERROR_USAGE, "%s: only the last part of a path can be a pattern; name the folder instead",
		               base_text_show(shown, path, strlen(path)));
	if (status == MIXMI_OK)
		status = add_folder(files, slash == path ? "/" : folder, slash == NULL ? path : slash + 1);
	if (status == MIXMI_OK && files->count == before)
		status = base_error(MIXMI_ERROR_IO, "%s: no file matches", base_text_show(shown, path, strlen(path)));
	free(folder);
	return status;
}

mixmi_status many_files_add(many_files *files, const char *path)
{
	base_file_kind kind;
	char shown[BASE_TEXT_SHOWN];
	size_t before = files->count;
	if (!base_path_look(&kind, path))
		return strpbrk(path, "*?[") != NULL ? add_pattern(files, path) : cannot_open(path);
	if (kind != BASE_FILE_FOLDER)
		return add_one(files, base_string_copy(path));
	mixmi_status status = add_folder(files, path, NULL);
	if (status == MIXMI_OK && files->count == before)
		return base_error(MIXMI_ERROR_IO, "%s: a directory without files", base_text_show(shown, path, strlen(path)));
	return status;
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void many_files_sort(many_files *files)
{
	if (files->count > 1)
		qsort(files->paths, files->count, sizeof *files->paths, by_bytes);
}

void many_files_clear(many_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		free(files->paths[i]);
	free(files->paths);
	*files = (many_files){ 0 };
}
