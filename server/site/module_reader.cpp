#include "server/site/module_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "server/core/spdlog.hpp"
#include "server/core/trim.hpp"

namespace cubilete::server::modules {

void fail(std::string_view path, std::string_view why) {
    throw std::runtime_error(fmt::format("web client, {}: {}", path, why));
}

Path resolved(const Path& file, std::string_view specifier) {
    return (std::filesystem::path(file).parent_path() / specifier).lexically_normal().generic_string();
}

std::string name_of(const Path& file) {
    std::string name = "$" + file.substr(0, file.rfind('.'));
    std::ranges::replace_if(
        name, [](char c) { return c == '/' || c == '-' || c == '.'; }, '_');
    return name;
}

namespace {

bool in_comment(std::string_view text, std::size_t at) {
    const std::size_t line = text.rfind('\n', at) + 1;
    const std::string_view start = trim(text.substr(line, at - line));
    if (start.starts_with("*") || start.starts_with("//")) return true;
    const std::size_t opened = start.rfind("/*");
    return opened != std::string_view::npos && start.find("*/", opened) == std::string_view::npos;
}

/// Reads one module from its beginning to its end.
class Reader {
  public:
    Reader(const Path& path, std::string_view text) : path_(path), text_(text) {}

    Module read() {
        while (at_ < text_.size()) {
            if (starts_statement() && word("import"))
                import_statement();
            else if (starts_statement() && word("export"))
                export_statement();
            else if (text_.substr(at_).starts_with("//# sourceMappingURL="))
                at_ = std::min(text_.find('\n', at_), text_.size());
            else
                copy();
        }
        return std::move(module_);
    }

  private:
    bool starts_statement() const {
        if (at_ == 0 || text_[at_ - 1] == '\n') return true;
        return path_.starts_with("vendor/") && (text_[at_ - 1] == ';' || text_[at_ - 1] == '}');  // minified
    }
    /// Whether the keyword is next; `import(` and `import.meta` are no statements.
    bool word(std::string_view keyword) const {
        const std::string_view rest = text_.substr(at_);
        return rest.starts_with(keyword) && rest.size() > keyword.size() &&
               (rest[keyword.size()] == ' ' || rest[keyword.size()] == '{');
    }
    void copy() {
        if (const auto load = load_at(path_, text_, at_)) module_.loads.push_back(*load);
        module_.body += text_[at_++];
    }
    /// Takes the text up to `end`, which is skipped.
    std::string_view until(std::string_view end) {
        const std::size_t found = text_.find(end, at_);
        if (found == std::string_view::npos)
            fail(path_, fmt::format("no {} after \"{}\"", end, text_.substr(at_, 40)));
        const std::string_view taken = text_.substr(at_, found - at_);
        at_ = found + end.size();
        return taken;
    }
    /// Takes a string and the semicolon behind it.
    Path source() {
        const std::string_view rest = text_.substr(at_);
        const std::size_t quote = rest.find_first_of("'\"");
        if (quote == std::string_view::npos) fail(path_, "import without a file");
        at_ += quote + 1;
        const std::string_view specifier = until(std::string(1, rest[quote]));
        until(";");
        return resolved(path_, specifier);
    }
    void keep_lines(std::size_t from) {
        module_.body += std::string(std::ranges::count(text_.substr(from, at_ - from), '\n'), '\n');
    }

    void import_statement() {
        const std::size_t start = at_;
        at_ += 6;
        const std::string_view next = trim(text_.substr(at_, text_.find('\n', at_) - at_));
        std::string clause;
        if (next.starts_with('{')) clause = std::string(trim(until("}"))) + "}";
        if (!next.starts_with('\'') && !next.starts_with('"')) clause += trim(until("from"));
        module_.imports.push_back({source(), std::move(clause)});
        keep_lines(start);
    }

    /// Adds the names in `{a, b as c}` as exports; `from` is put before each value.
    void add_list(std::string_view list, const std::string& from) {
        while (!list.empty()) {
            const std::size_t comma = std::min(list.find(','), list.size());
            const std::string_view item = trim(list.substr(0, comma));
            list.remove_prefix(std::min(comma + 1, list.size()));
            if (item.empty()) continue;
            const std::size_t as = item.find(" as ");
            const std::string local(item.substr(0, as));
            module_.exports.emplace_back(
                as == std::string_view::npos ? local : std::string(item.substr(as + 4)), from + local);
        }
    }

    void export_statement() {
        const std::size_t start = at_;
        at_ += 6;
        if (text_[at_] == ' ') ++at_;
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with('{')) {
            ++at_;
            const std::string_view list = until("}");
            if (trim(text_.substr(at_, text_.find(';', at_) - at_)).starts_with("from")) {
                const Path file = source();
                module_.imports.push_back({file, ""});
                add_list(list, name_of(file) + '.');
            } else {
                until(";");
                add_list(list, "");
            }
            keep_lines(start);
        } else if (rest.starts_with("default ")) {
            at_ += 8;
            module_.exports.emplace_back("default", "$default");
            module_.body += "const $default = ";
        } else if (rest.starts_with("const {")) {
            std::string_view list = rest.substr(7, rest.find('}') - 7);
            std::string locals;
            for (; !list.empty(); list.remove_prefix(std::min(list.find(',') + 1, list.size()))) {
                const std::string_view item = list.substr(0, list.find(','));
                locals += fmt::format(
                    "{},", trim(item.substr(item.find(':') == item.npos ? 0 : item.find(':') + 1)));
                if (list.find(',') == list.npos) break;
            }
            add_list(locals, "");
        } else {
            static constexpr std::string_view kinds[] = {"const ", "function ", "function* ",
                                                         "async function ", "class "};
            const auto* kind = std::ranges::find_if(kinds, [&](auto one) { return rest.starts_with(one); });
            if (kind == std::end(kinds)) fail(path_, fmt::format("export {} …", rest.substr(0, 20)));
            const std::string_view name = rest.substr(kind->size());
            add_list(name.substr(0, name.find_first_of(" (=;{")), "");
        }
    }

    const Path& path_;
    std::string_view text_;
    std::size_t at_ = 0;
    Module module_;
};

}  // namespace

std::optional<Load> load_at(const Path& path, std::string_view text, std::size_t at) {
    static constexpr std::string_view call = "import(";
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with(call) || rest.size() < call.size() + 2 || in_comment(text, at)) return std::nullopt;
    const char quote = rest[call.size()];
    const std::size_t close = rest.find(quote, call.size() + 1);
    if ((quote != '\'' && quote != '`') || close == std::string_view::npos) fail(path, "import() of no text");
    return Load{resolved(path, rest.substr(call.size() + 1, close - call.size() - 1)), at + close + 2};
}

Module read_module(const Path& path, std::string_view text) { return Reader(path, text).read(); }

}  // namespace cubilete::server::modules
