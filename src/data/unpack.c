/* One interface to three decoders. gzip uses zlib, which is always available; gzread() cannot be used, because it can
 * neither rewind a pipe nor report how many compressed bytes it has read. */
#include "data/unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/error.h"
#include "base/library.h"
#include "base/memory.h"
#include "data/feed.h"
#ifdef MIXMI_LZMA
#include <lzma.h>
#endif
#ifdef MIXMI_ZSTD
#include <zstd.h>
#endif

typedef enum packing { PACKED_GZIP, PACKED_XZ, PACKED_ZSTD } packing;

static const struct {
	const char *bytes;
	size_t length;
	const char *name;
	const char *package;
} packings[] = {
	[PACKED_GZIP] = { "\x1F\x8B", 2, "gzip", "" },
	[PACKED_XZ] = { "\xFD"
	                "7zXZ\0",
	                6, "xz", "liblzma5" },
	[PACKED_ZSTD] = { "\x28\xB5\x2F\xFD", 4, "zstd", "libzstd1" },
};

enum { MOST_FUNCTIONS = 5 };

struct data_unpack {
	packing packing;
	const char *name;
	bool in_member; /* between the start and the end of a compressed member */
	bool set_up;
	z_stream gzip;
	base_symbol symbols[MOST_FUNCTIONS];
#ifdef MIXMI_LZMA
	lzma_stream xz;
#endif
#ifdef MIXMI_ZSTD
	ZSTD_DStream *zstd;
#endif
};

static mixmi_status damaged(const data_unpack *unpack, const char *what)
{
	return base_error(MIXMI_ERROR_DATA, "%s: damaged %s file: %s", unpack->name, packings[unpack->packing].name, what);
}

/* ------------------------------------------------------------------------------------------------------- gzip */

static mixmi_status begin_gzip(data_unpack *u)
{
	const int gzip_only = 16;
	if (u->set_up) {
		inflateReset(&u->gzip);
		return MIXMI_OK;
	}
	return inflateInit2(&u->gzip, MAX_WBITS + gzip_only) == Z_OK ? MIXMI_OK : base_error_memory();
}

static mixmi_status run_gzip(data_unpack *u, const unsigned char *in, size_t available, size_t *used, char *out,
                             size_t capacity, size_t *made)
{
	uInt given = available < UINT_MAX ? (uInt)available : UINT_MAX,
		 room = capacity < UINT_MAX ? (uInt)capacity : UINT_MAX;
	u->gzip.next_in = (unsigned char *)(uintptr_t)in;
	u->gzip.avail_in = given;
	u->gzip.next_out = (unsigned char *)out;
	u->gzip.avail_out = room;
	int outcome = inflate(&u->gzip, Z_NO_FLUSH);
	*used = given - u->gzip.avail_in;
	*made = room - u->gzip.avail_out;
	if (outcome == Z_STREAM_END)
		u->in_member = false;
	else if (outcome == Z_MEM_ERROR)
		return base_error_memory();
	else if (outcome != Z_OK && outcome != Z_BUF_ERROR)
		return damaged(u, u->gzip.msg != NULL ? u->gzip.msg : "invalid data");
	return MIXMI_OK;
}

/* --------------------------------------------------------------------------------------------------------- xz */

#ifdef MIXMI_LZMA
enum { XZ_DECODER, XZ_CODE, XZ_END, XZ_FUNCTIONS };
#define XZ(u, which, name) ((__typeof__(&name))(u)->symbols[which].address)

static bool load_xz(data_unpack *u)
{
	static const char *const names[] = { "liblzma.so.5", "liblzma.so", NULL };
	static const base_symbol functions[XZ_FUNCTIONS] = { [XZ_DECODER] = { "lzma_stream_decoder", NULL },
		                                                 [XZ_CODE] = { "lzma_code", NULL },
		                                                 [XZ_END] = { "lzma_end", NULL } };
	return data_library_load(u->symbols, functions, XZ_FUNCTIONS, names);
}

static mixmi_status begin_xz(data_unpack *u)
{
	const uint64_t most_memory = UINT64_C(1) << 30;
	return XZ(u, XZ_DECODER, lzma_stream_decoder)(&u->xz, most_memory, 0) == LZMA_OK ? MIXMI_OK : base_error_memory();
}

static mixmi_status run_xz(data_unpack *u, const unsigned char *in, size_t available, size_t *used, char *out,
                           size_t capacity, size_t *made)
{
	u->xz.next_in = in;
	u->xz.avail_in = available;
	u->xz.next_out = (unsigned char *)out;
	u->xz.avail_out = capacity;
	lzma_ret outcome = XZ(u, XZ_CODE, lzma_code)(&u->xz, LZMA_RUN);
	*used = available - u->xz.avail_in;
	*made = capacity - u->xz.avail_out;
	if (outcome == LZMA_STREAM_END)
		u->in_member = false;
	else if (outcome == LZMA_MEM_ERROR || outcome == LZMA_MEMLIMIT_ERROR)
		return base_error_memory();
	else if (outcome != LZMA_OK && outcome != LZMA_BUF_ERROR)
		return damaged(u, "invalid data");
	return MIXMI_OK;
}
#endif

/* ------------------------------------------------------------------------------------------------------- zstd */

#ifdef MIXMI_ZSTD
enum { ZSTD_CREATE, ZSTD_INIT, ZSTD_RUN, ZSTD_IS_ERROR, ZSTD_FREE, ZSTD_FUNCTIONS };
#define ZSTD(u, which, name) ((__typeof__(&name))(u)->symbols[which].address)

static bool load_zstd(data_unpack *u)
{
	static const char *const names[] = { "libzstd.so.1", "libzstd.so", NULL };
	static const base_symbol functions[ZSTD_FUNCTIONS] = { [ZSTD_CREATE] = { "ZSTD_createDStream", NULL },
		                                                   [ZSTD_INIT] = { "ZSTD_initDStream", NULL },
		                                                   [ZSTD_RUN] = { "ZSTD_decompressStream", NULL },
		                                                   [ZSTD_IS_ERROR] = { "ZSTD_isError", NULL },
		                                                   [ZSTD_FREE] = { "ZSTD_freeDStream", NULL } };
	return data_library_load(u->symbols, functions, ZSTD_FUNCTIONS, names);
}

static mixmi_status begin_zstd(data_unpack *u)
{
	if (u->zstd == NULL)
		u->zstd = ZSTD(u, ZSTD_CREATE, ZSTD_createDStream)();
	if (u->zstd == NULL)
		return base_error_memory();
	ZSTD(u, ZSTD_INIT, ZSTD_initDStream)(u->zstd);
	return MIXMI_OK;
}

static mixmi_status run_zstd(data_unpack *u, const unsigned char *in, size_t available, size_t *used, char *out,
                             size_t capacity, size_t *made)
{
	ZSTD_inBuffer input = { in, available, 0 };
	ZSTD_outBuffer output = { out, capacity, 0 };
	size_t outcome = ZSTD(u, ZSTD_RUN, ZSTD_decompressStream)(u->zstd, &output, &input);
	*used = input.pos;
	*made = output.pos;
	if (ZSTD(u, ZSTD_IS_ERROR, ZSTD_isError)(outcome))
		return damaged(u, "invalid data");
	u->in_member = outcome != 0;
	return MIXMI_OK;
}
#endif

/* --------------------------------------------------------------------------------------------------- the three */

/* Begins a member, the first or another one. */
static mixmi_status begin_member(data_unpack *u)
{
	mixmi_status status = MIXMI_OK;
	if (u->packing == PACKED_GZIP)
		status = begin_gzip(u);
#ifdef MIXMI_LZMA
	if (u->packing == PACKED_XZ)
		status = begin_xz(u);
#endif
#ifdef MIXMI_ZSTD
	if (u->packing == PACKED_ZSTD)
		status = begin_zstd(u);
#endif
	u->set_up |= status == MIXMI_OK;
	u->in_member = true;
	return status;
}

static mixmi_status load(data_unpack *u)
{
	bool loaded = u->packing == PACKED_GZIP;
#ifdef MIXMI_LZMA
	loaded |= u->packing == PACKED_XZ && load_xz(u);
#endif
#ifdef MIXMI_ZSTD
	loaded |= u->packing == PACKED_ZSTD && load_zstd(u);
#endif
	if (loaded)
		return MIXMI_OK;
	return base_error(
		MIXMI_ERROR_DATA,
		"%s: is %s-compressed, and its library is not installed (Debian: %s); install it or unpack the file", u->name,
		packings[u->packing].name, packings[u->packing].package);
}

mixmi_status data_unpack_open(data_unpack **out, const char *name, const unsigned char *head, size_t length)
{
	*out = NULL;
	for (int p = PACKED_GZIP; p <= PACKED_ZSTD; p++) {
		if (length < packings[p].length || memcmp(head, packings[p].bytes, packings[p].length) != 0)
			continue;
		data_unpack *u = base_array_zero(1, sizeof *u);
		if (u == NULL)
			return base_error_memory();
		u->packing = (packing)p;
		u->name = name;
		mixmi_status status = load(u);
		if (status == MIXMI_OK)
			status = begin_member(u);
		if (status == MIXMI_OK)
			*out = u;
		else
			data_unpack_close(u);
		return status;
	}
	return MIXMI_OK;
}

/* Between members: zero padding is skipped, another member starts, and anything else is corruption. */
static mixmi_status between(data_unpack *u, const unsigned char *in, size_t *used)
{
	if (*in == 0) {
		*used = 1;
		return MIXMI_OK;
	}
	if (*in != (unsigned char)packings[u->packing].bytes[0])
		return damaged(u, "other data follows the compressed data");
	return begin_member(u);
}

mixmi_status data_unpack_run(data_unpack *u, const unsigned char *in, size_t available, size_t *used, char *out,
                             size_t capacity, size_t *made)
{
	*used = *made = 0;
	if (!u->in_member)
		return between(u, in, used);
#ifdef MIXMI_LZMA
	if (u->packing == PACKED_XZ)
		return run_xz(u, in, available, used, out, capacity, made);
#endif
#ifdef MIXMI_ZSTD
	if (u->packing == PACKED_ZSTD)
		return run_zstd(u, in, available, used, out, capacity, made);
#endif
	return run_gzip(u, in, available, used, out, capacity, made);
}

mixmi_status data_unpack_end(const data_unpack *unpack)
{
	return unpack->in_member ? damaged(unpack, "it ends too early") : MIXMI_OK;
}

mixmi_status data_unpack_reset(data_unpack *unpack)
{
	return begin_member(unpack);
}

void data_unpack_close(data_unpack *u)
{
	if (u == NULL)
		return;
	if (u->packing == PACKED_GZIP && u->set_up)
		inflateEnd(&u->gzip);
#ifdef MIXMI_LZMA
	if (u->packing == PACKED_XZ && u->set_up)
		XZ(u, XZ_END, lzma_end)(&u->xz);
#endif
#ifdef MIXMI_ZSTD
	if (u->packing == PACKED_ZSTD && u->zstd != NULL)
		ZSTD(u, ZSTD_FREE, ZSTD_freeDStream)(u->zstd);
#endif
	free(u);
}

/* Whether the library of a format can be loaded. */
static bool has(packing which)
{
	data_unpack probe = { .packing = which, .name = "" };
	return load(&probe) == MIXMI_OK;
}

bool data_has_xz(void)
{
	return has(PACKED_XZ);
}

bool data_has_zstd(void)
{
	return has(PACKED_ZSTD);
}
