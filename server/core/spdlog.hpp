#pragma once

// spdlog and fmt, to be included instead of their own headers: fmt 9 leaves it to every source that formats to compile
// its core anew, which takes 5 s each when optimizing. The library has it; fmt 10 says so by itself. Clang gives it
// another name than GCC, with which distributions compile the library.
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#if FMT_VERSION < 100000 && !defined(__clang__)
namespace fmt::detail {
extern template void vformat_to<char>(buffer<char>&, basic_string_view<char>,
                                      basic_format_args<buffer_context<char>>, locale_ref);
}  // namespace fmt::detail
#endif
