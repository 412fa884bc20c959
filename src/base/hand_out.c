/* Chunks become smaller towards the end: each is one eighth of a worker's even share of the remaining pieces, and at
 * least one piece. */
#include "base/hand_out.h"

enum { SHARES = 8 };

static void measure(base_chunks *chunks)
{
	size_t left = chunks->pieces - chunks->first, share = left / (SHARES * chunks->workers);
	chunks->count = left == 0 ? 0 : share > 0 ? share : 1;
}

void base_chunks_start(base_chunks *chunks, size_t pieces, size_t workers)
{
	*chunks = (base_chunks){ .pieces = pieces, .workers = workers > 0 ? workers : 1 };
	measure(chunks);
}

void base_chunks_seek(base_chunks *chunks, size_t ticket)
{
	while (chunks->ticket < ticket && chunks->count > 0) {
		chunks->ticket++;
		chunks->first += chunks->count;
		measure(chunks);
	}
}
