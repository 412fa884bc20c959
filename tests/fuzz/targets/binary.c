/* Binary files: SPSS, Stata and SAS through ReadStat, NumPy arrays and archives, SQLite, and Parquet if DuckDB is
 * installed. The format is recognised from the first bytes, as for any user. Reading ends in a table or in an error. */
#include "fuzz/target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	mixmi_table *table;
	mixmi_status status = mixmi_table_read(&table, fuzz_file(bytes, count), NULL);
	if (status == MIXMI_OK) {
		fuzz_look_at(table);
	} else {
		FUZZ_CHECK(table == NULL);
		fuzz_check_failure(status);
	}
	mixmi_table_free(table);
	return 0;
}
