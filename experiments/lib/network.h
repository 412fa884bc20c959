/* The paper's synthetic network of seven nodes: discrete, continuous and mixture columns. */
#ifndef EXPERIMENTS_NETWORK_H
#define EXPERIMENTS_NETWORK_H

#include "draw.h"
#include "mixmi.h"

/* Its edges as a list that mixmi_graph_read() reads. */
extern const char network_edges[];

/* Draw number `number` under `seed`: columns A to G. */
mixmi_status network_table(mixmi_table **out, size_t rows, uint64_t seed, uint64_t number);

/* The same rows with B and C not declared discrete: numbers, for methods that support only ordered columns. */
mixmi_status network_table_numbers(mixmi_table **out, size_t rows, uint64_t seed, uint64_t number);

#endif
