#pragma once

#include <cstddef>

namespace cubilete::protocol {

/// The limits for a text from outside (protocol/README.md, section 1). All of them are checked while the text
/// is read, before any part of it is copied.
struct Limits {
    std::size_t bytes = 16 * 1024;  ///< bytes of a frame; more is `too_big`
    std::size_t depth = 16;         ///< levels of arrays and objects; more is `too_deep`
    std::size_t values = 512;       ///< values in total, arrays and objects included; more is `too_big`
    bool fractions = true;          ///< numbers may be written with a point or an exponent, also integers
};

}  // namespace cubilete::protocol
