#include "server/site/html.hpp"

#include <algorithm>

namespace cubilete::server {

std::string escape_html(std::string_view text) {
    std::string result;
    for (const char c : text) switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    return result;
}

std::string escape_script_json(const protocol::Json& json) {
    std::string text = json.dump(-1, ' ', false, protocol::Json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    return text;
}

std::string fill_template(std::string_view text, const TemplateValues& values, std::string_view open,
                          std::string_view close) {
    std::string result;
    for (;;) {
        const std::size_t start = text.find(open);
        const std::size_t end =
            start == std::string_view::npos ? start : text.find(close, start + open.size());
        if (end == std::string_view::npos) return result += text;
        const std::string_view name = text.substr(start + open.size(), end - start - open.size());
        const auto value = std::ranges::find(values, name, &std::pair<std::string_view, std::string>::first);
        result += text.substr(0, start);
        result += value == values.end() ? text.substr(start, end + close.size() - start) : value->second;
        text.remove_prefix(end + close.size());
    }
}

std::string join_names(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

}  // namespace cubilete::server
