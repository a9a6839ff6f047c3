#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json.hpp"

namespace cubilete::server {

/// Escapes text for HTML, also inside an attribute in double quotes.
std::string escape_html(std::string_view text);

/// Escapes JSON for a <script> that holds data, so that it cannot end the element.
std::string escape_script_json(const protocol::Json& json);

/// Values by name.
using TemplateValues = std::vector<std::pair<std::string_view, std::string>>;
/// Replaces the names between `open` and `close`, e.g. `{{name}}`, by their values; inserted text is not
/// searched again. Unknown names stay.
std::string fill_template(std::string_view text, const TemplateValues& values, std::string_view open,
                          std::string_view close);

/// The names, separated by commas.
std::string join_names(const std::vector<std::string>& names);

}  // namespace cubilete::server
