// The header from C++: it must compile, and its functions must link with C names.
#include <mixmi.h>

#include <iostream>
#include <string>

int main()
{
	mixmi_options *options;
	if (mixmi_options_new(&options) != MIXMI_OK || mixmi_options_set(options, "alpha", "2") != MIXMI_ERROR_USAGE)
		return 1;
	mixmi_options_free(options);
	std::cout << "mixmi " << mixmi_version() << ": " << mixmi_error_message() << '\n';
	return std::string(mixmi_error_message()).empty() ? 1 : 0;
}
