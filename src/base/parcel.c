/* Serialisation between processes. A text is stored as its length plus 1 (0: NULL) followed by its bytes; everything
 * else is copied as it is in memory. */
#include "base/parcel.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void base_parcel_put(base_parcel *parcel, const void *bytes, size_t size)
{
	if (parcel->failed || !base_grow((void **)&parcel->bytes, &parcel->capacity, parcel->used + size, 1)) {
		parcel->failed = true;
		return;
	}
	if (size > 0)
		memcpy(parcel->bytes + parcel->used, bytes, size);
	parcel->used += size;
}

bool base_parcel_take(base_parcel *parcel, void *bytes, size_t size)
{
	if (parcel->used - parcel->at < size)
		return false;
	if (size > 0)
		memcpy(bytes, parcel->bytes + parcel->at, size);
	parcel->at += size;
	return true;
}

void base_parcel_put_number(base_parcel *parcel, uint64_t number)
{
	base_parcel_put(parcel, &number, sizeof number);
}

bool base_parcel_take_number(base_parcel *parcel, uint64_t *number)
{
	return base_parcel_take(parcel, number, sizeof *number);
}

bool base_parcel_take_size(base_parcel *parcel, size_t *size)
{
	uint64_t number = 0;
	bool taken = base_parcel_take_number(parcel, &number);
	*size = (size_t)number;
	return taken;
}

void base_parcel_put_text(base_parcel *parcel, const char *text)
{
	size_t length = text != NULL ? strlen(text) : 0;
	base_parcel_put_number(parcel, text != NULL ? length + 1 : 0);
	base_parcel_put(parcel, text, length);
}

bool base_parcel_take_text(base_parcel *parcel, char **text)
{
	size_t length;
	*text = NULL;
	if (!base_parcel_take_size(parcel, &length))
		return false;
	if (length == 0)
		return true;
	if (parcel->used - parcel->at < length - 1)
		return false;
	*text = base_string_copy_n((const char *)parcel->bytes + parcel->at, length - 1);
	parcel->at += length - 1;
	return *text != NULL;
}

void base_parcel_clear(base_parcel *parcel)
{
	free(parcel->bytes);
	*parcel = (base_parcel){ 0 };
}
