#pragma once

// Include this instead of the headers of spdlog and fmt. With fmt 9 every source that formats compiles the
// core of fmt again, which takes 5 s each with optimization. The declaration below uses the copy in the fmt
// library; fmt 10 declares this itself. Clang mangles the symbol differently from GCC, with which
// distributions compile the library.
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#if FMT_VERSION < 100000 && !defined(__clang__)
namespace fmt::detail {
extern template void vformat_to<char>(buffer<char>&, basic_string_view<char>,
                                      basic_format_args<buffer_context<char>>, locale_ref);
}  // namespace fmt::detail
#endif
