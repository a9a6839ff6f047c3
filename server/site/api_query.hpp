#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cubilete::server {

/// The reason why a request to the API gets an error. Thrown while the request is answered.
struct ApiError {
    unsigned status;
    std::string code;
    std::string text;
    std::string at = {};  ///< the parameter
    int retry_after_s = 0;
    int retry_ms = 0;  ///< 0: not said
};
/// Throws ApiError with status 400.
[[noreturn]] void refuse_parameter(const std::string& parameter, const std::string& text);
/// Throws ApiError with status 404.
[[noreturn]] void refuse_unknown(const std::string& text);

/// Decodes %XX and `+`; nothing for a bad encoding.
std::optional<std::string> url_decode(std::string_view text);

/// The query of a request. Unknown parameters are ignored. All functions throw ApiError for a parameter
/// that is not allowed.
struct ApiQuery {
    static constexpr std::size_t most_characters = 64;  ///< of a value, and of an id in a path

    /// Throws for a bad encoding or a repeated name as well.
    explicit ApiQuery(std::string_view query);

    std::optional<std::string> text(const std::string& name) const;
    /// The id of a game that this server has.
    std::optional<std::string> game() const;
    /// A whole number from `least` to `most`; `otherwise` if it is not given.
    std::int64_t number(const std::string& name, std::int64_t least, std::int64_t most,
                        std::int64_t otherwise) const;

    std::map<std::string, std::string> values;
};

}  // namespace cubilete::server
