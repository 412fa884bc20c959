/* The parts of the suite, each a table in a file of its own. */
#ifndef EXPERIMENTS_LEVELS_TABLES_H
#define EXPERIMENTS_LEVELS_TABLES_H

#include "levels.h"

const level_case *level_null_at(size_t index);
const level_case *level_alternative_at(size_t index);
const level_case *level_structure_at(size_t index);

/* Of the hold-out set. */
const level_case *level_ingredient_at(size_t index);
const level_case *level_frozen_at(size_t index);

#endif
