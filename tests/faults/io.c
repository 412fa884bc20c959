/* The wrapped system calls. Each run lets one of them fail: the call number `target`, if there are that many. */
#include "faults/io.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include <cmocka.h>

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
ssize_t __real_read(int fd, void *bytes, size_t count);
ssize_t __wrap_read(int fd, void *bytes, size_t count);
ssize_t __real_pread(int fd, void *bytes, size_t count, off_t place);
ssize_t __wrap_pread(int fd, void *bytes, size_t count, off_t place);
ssize_t __real_write(int fd, const void *bytes, size_t count);
ssize_t __wrap_write(int fd, const void *bytes, size_t count);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

static size_t calls, target; /* target 0: none is hit */
static io_fault fault;

/* The error that this call returns, or 0. *shorten: transfer one byte only. */
static int next_error(bool *shorten, bool interruptible)
{
	static const int errors[IO_FAULTS] = { 0, EINTR, ENOSPC, EIO };
	bool hit = ++calls == target;
	*shorten = hit && fault == IO_SHORT;
	return !hit || (fault == IO_INTERRUPT && !interruptible) ? 0 : errors[fault];
}

/* True, with errno set, if the call is to fail. */
static bool fails(bool *shorten, bool interruptible)
{
	int error = next_error(shorten, interruptible);
	if (error != 0)
		errno = error;
	return error != 0;
}

int __wrap_open(const char *path, int flags, ...)
{
	va_list arguments;
	va_start(arguments, flags);
	int mode = (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;
	va_end(arguments);
	bool ignored;
	return fails(&ignored, false) ? -1 : __real_open(path, flags, mode);
}

ssize_t __wrap_read(int fd, void *bytes, size_t count)
{
	bool shorten;
	return fails(&shorten, true) ? -1 : __real_read(fd, bytes, shorten && count > 0 ? 1 : count);
}

ssize_t __wrap_pread(int fd, void *bytes, size_t count, off_t place)
{
	bool shorten;
	return fails(&shorten, true) ? -1 : __real_pread(fd, bytes, shorten && count > 0 ? 1 : count, place);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t count)
{
	bool shorten;
	return fails(&shorten, true) ? -1 : __real_write(fd, bytes, shorten && count > 0 ? 1 : count);
}

int __wrap_fsync(int fd)
{
	bool ignored;
	return fails(&ignored, true) ? -1 : __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to)
{
	bool ignored;
	return fails(&ignored, false) ? -1 : __real_rename(from, to);
}

static mixmi_status run_once(io_scenario *scenario, void *context, size_t which)
{
	calls = 0;
	target = which;
	mixmi_status status = scenario(context);
	target = 0;
	return status;
}

static void judge(const char *name, size_t which, mixmi_status status, const char *wrong)
{
	static const char *const words[IO_FAULTS] = { "is short", "is interrupted", "finds the disk full", "breaks" };
	bool harmless = fault == IO_SHORT || fault == IO_INTERRUPT;
	if (status != MIXMI_OK && (harmless || status != MIXMI_ERROR_IO))
		fail_msg("%s: call %zu %s: status %d: %s", name, which, words[fault], (int)status, mixmi_error_message());
	if (wrong != NULL)
		fail_msg("%s: call %zu %s: %s", name, which, words[fault], wrong);
}

size_t io_run(const char *name, void (*reset)(void *context), io_scenario *scenario, io_check *check, void *context)
{
	size_t which = 0;
	for (fault = IO_SHORT; fault < IO_FAULTS; fault++) {
		which = 0;
		do {
			which++;
			reset(context);
			mixmi_status status = run_once(scenario, context, which);
			size_t made = calls;
			judge(name, which, status, check(context, status));
			calls = made;
		} while (calls >= which);
	}
	print_message("%s: %zu calls, each short, interrupted, with a full disk and broken\n", name, which - 1);
	return which - 1;
}
