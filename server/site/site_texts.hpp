#pragma once

#include <map>
#include <string>
#include <string_view>

#include "server/site/html.hpp"
#include "server/site/static_files.hpp"

namespace cubilete::server {

/// The texts of the pages in every language that has a file i18n/site/LANGUAGE.js. Immutable; safe from any
/// thread.
class SiteTexts {
  public:
    using Texts = std::map<std::string, std::string, std::less<>>;

    /// Throws std::runtime_error if a file cannot be parsed or lacks a text that English has, or if there is
    /// no i18n/site/en.js.
    explicit SiteTexts(const StaticFiles& files);

    /// The language with the highest weight for which there are texts; English without one.
    std::string_view language_for(std::string_view accept_language) const;
    /// The texts of a language that language_for() returned.
    const Texts& in(std::string_view language) const { return languages_.find(language)->second; }

  private:
    std::map<std::string, Texts, std::less<>> languages_;
};

/// The text of that name, with each `{value}` filled in. `texts` must have it.
std::string text_of(const SiteTexts::Texts& texts, std::string_view name, const TemplateValues& values = {});

}  // namespace cubilete::server
