#include "mixmi.h"
#include "base/error.h"
mixmi_status mixmi_table_plot(const mixmi_table *table, const mixmi_options *options, const char *path)
{
	(void)table, (void)options, (void)path;
	return base_error(MIXMI_ERROR_USAGE, "later");
}
