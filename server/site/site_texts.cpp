#include "server/site/site_texts.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "protocol/json.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/core/trim.hpp"

namespace cubilete::server {

using protocol::Json;

namespace {

constexpr std::string_view first_language = "en";
constexpr std::string_view words_before = "i18n/site/";
constexpr std::string_view words_after = ".js";
constexpr std::string_view json_after = "export default ";

/// Returns the weight of an element of Accept-Language in thousandths: `es;q=0.8` gives 800.
int weight_of(std::string_view element) {
    const std::size_t semicolon = element.find(';');
    if (semicolon == std::string_view::npos) return 1'000;
    const std::string_view parameter = trim(element.substr(semicolon + 1));
    if (!parameter.starts_with("q=")) return 1'000;
    double weight = 0;
    const auto read = std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), weight);
    return read.ec == std::errc() ? static_cast<int>(std::clamp(weight, 0.0, 1.0) * 1'000) : 0;
}

}  // namespace

SiteTexts::SiteTexts(const StaticFiles& files) {
    for (const std::string_view path : files.paths()) {
        if (!path.starts_with(words_before) || !path.ends_with(words_after)) continue;
        const std::string_view bytes = files.at(path)->plain.bytes;
        const std::size_t start = bytes.find(json_after);
        const std::size_t end = bytes.rfind('}');
        const std::string_view language =
            path.substr(words_before.size(), path.size() - words_before.size() - words_after.size());
        try {
            if (start == std::string_view::npos || end == std::string_view::npos || end < start)
                throw std::runtime_error("no object after `export default`");
            const Json json =
                Json::parse(bytes.substr(start + json_after.size(), end + 1 - start - json_after.size()));
            for (const auto& [name, text] : json.items())
                languages_[std::string(language)].emplace(name, text.get<std::string>());
        } catch (const std::exception& wrong) {
            throw std::runtime_error(fmt::format("web client, {}: {}", path, wrong.what()));
        }
    }
    const auto first = languages_.find(first_language);
    if (first == languages_.end()) throw std::runtime_error("the web client has no i18n/site/en.js");
    for (const auto& [language, texts] : languages_)
        for (const auto& [name, text] : first->second)
            if (!texts.contains(name))
                throw std::runtime_error(
                    fmt::format("web client, i18n/site/{}.js: no \"{}\"", language, name));
}

std::string_view SiteTexts::language_for(std::string_view accept_language) const {
    std::string_view best = first_language;
    int best_weight = 0;
    while (!accept_language.empty()) {
        const std::size_t comma = std::min(accept_language.find(','), accept_language.size());
        const std::string_view element = trim(accept_language.substr(0, comma));
        accept_language.remove_prefix(std::min(comma + 1, accept_language.size()));
        const std::string language = to_small_letters(element.substr(0, element.find_first_of("-; \t")));
        const auto known = languages_.find(language);
        const int weight = weight_of(element);
        if (known == languages_.end() || weight <= best_weight) continue;
        best = known->first;
        best_weight = weight;
    }
    return best;
}

std::string text_of(const SiteTexts::Texts& texts, std::string_view name, const TemplateValues& values) {
    return fill_template(texts.find(name)->second, values, "{", "}");
}

}  // namespace cubilete::server
