#include "server/site/modules.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "server/core/spdlog.hpp"
#include "server/core/trim.hpp"
#include "server/site/module_reader.hpp"

namespace cubilete::server {

namespace modules {

namespace {

Path folder_of(const Path& file) { return std::filesystem::path(file).parent_path().generic_string(); }

/// Returns the specifier with which a module in `folder` names `file`.
std::string specifier(const Path& folder, const Path& file) {
    const std::string path =
        std::filesystem::path(file).lexically_relative(folder.empty() ? "." : folder).generic_string();
    return path.starts_with('.') ? path : "./" + path;
}

/// Whether a module has no page whose joined files it could share.
bool runs_outside(const Path& path) { return path.ends_with("_worker.js") || path == verifier_script; }

/// Empties the lines that are only comments, a third of the text, so that the others keep their numbers. Wrong for
/// a text in backticks that has such lines; tests/browser/client.test.js finds it.
std::string without_comments(std::string_view text) {
    std::string result;
    bool inside = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view words = trim(text.substr(0, end));
        const bool closes = words.ends_with("*/");
        const bool opens = words.starts_with("/**") && (closes || words.find("*/") == words.npos);
        if (!inside && !opens && !words.starts_with("//")) result += text.substr(0, end);
        if (end < text.size()) result += '\n';
        inside = (inside || opens) && !closes;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

class Joiner {
  public:
    explicit Joiner(std::span<const SourceFile> client) {
        for (const auto& [path, bytes] : client)
            if (path.ends_with(".js") || path.ends_with(".mjs"))
                modules_.emplace(path, read_module(Path(path), bytes));
    }

    std::vector<JoinedFile> join() {
        if (!modules_.contains(entry)) return {};
        drop_comments();
        group_modules();
        for (const auto& [path, group] : group_) add_after_imports(path);
        std::vector<JoinedFile> files;
        for (const auto& [group, members] : members_) {
            std::set<Path> on_the_way;
            refuse_circle(group, on_the_way);
            files.push_back({file_of(group), text_of(group)});
        }
        return files;
    }

    /// The module and all that it imports, as a module without imports.
    std::string bundle(const Path& path) {
        std::set<Path> reached;
        reach(path, path, reached);
        for (const Path& one : reached) {
            const Module& module = modules_.at(one);
            if (!module.loads.empty() || module.body.find(here) != std::string::npos)
                fail(one, fmt::format("{} runs outside of the page and cannot name other files", path));
            group_[one] = Path();
        }
        add_after_imports(path);
        if (path != verifier_script) drop_comments();  // the verifier is there to be read
        return text_of(Path());
    }

  private:
    static inline const Path entry = "app.js";
    static constexpr std::string_view here = "import.meta.url";

    static Path file_of(const Path& group) { return group.empty() ? "all.js" : group + "/all.js"; }

    const Module& module(const Path& path, const Path& by) const {
        const auto found = modules_.find(path);
        if (found == modules_.end()) fail(by, fmt::format("{} does not exist", path));
        return found->second;
    }
    /// Adds a module and all that it imports.
    void reach(const Path& path, const Path& by, std::set<Path>& reached) const {
        if (!reached.insert(path).second) return;
        for (const Import& import : module(path, by).imports) reach(import.file, path, reached);
    }

    /// Those in vendor/ have their licences in comments.
    void drop_comments() {
        for (auto& [path, module] : modules_)
            if (!path.starts_with("vendor/")) module.body = without_comments(module.body);
    }

    void group_modules() {
        std::set<Path> named{entry};
        for (const auto& [path, module] : modules_) {
            if (path == verifier_script) continue;
            for (const Import& import : module.imports) named.insert(import.file);
            for (const Load& load : module.loads)
                for (const auto& [other, unused] : modules_)
                    if (load.names(other)) named.insert(other);
        }
        std::set<Path> alone;
        for (const auto& [path, module] : modules_)
            if (!named.contains(path) && !runs_outside(path)) reach(path, path, alone);
        static const std::set<Path> common{"i18n", "core", "ui", "games"};
        std::set<Path> first;
        for (const auto& [path, module] : modules_)
            if (path == entry || (common.contains(folder_of(path)) && !alone.contains(path)))
                reach(path, path, first);
        for (const auto& [path, module] : modules_) {
            if (alone.contains(path) || runs_outside(path)) continue;
            const Path folder = folder_of(path);
            const std::size_t second = folder.find('/', folder.find('/') + 1);
            group_[path] = first.contains(path) ? Path() : folder.substr(0, second);
        }
    }

    /// Puts a module behind those of its group which it imports.
    void add_after_imports(const Path& path) {
        if (done_.contains(path)) return;
        if (!on_the_way_.insert(path).second) fail(path, "imports itself in a circle");
        const Path& group = group_.at(path);
        for (const Import& import : modules_.at(path).imports) {
            module(import.file, path);
            const auto other = group_.find(import.file);
            if (other != group_.end() && other->second == group) add_after_imports(import.file);
        }
        on_the_way_.erase(path);
        done_.insert(path);
        members_[group].push_back(path);
    }

    /// Returns the groups from which the modules of a group import, without itself.
    std::set<Path> needs(const Path& group) const {
        std::set<Path> needed;
        for (const Path& path : members_.at(group))
            for (const Import& import : modules_.at(path).imports)
                if (const auto other = group_.find(import.file); other != group_.end())
                    needed.insert(other->second);
        needed.erase(group);
        return needed;
    }
    void refuse_circle(const Path& group, std::set<Path>& on_the_way) const {
        if (!on_the_way.insert(group).second)
            fail(file_of(group), fmt::format("a circle of imports with {}", fmt::join(on_the_way, ", ")));
        for (const Path& other : needs(group)) refuse_circle(other, on_the_way);
        on_the_way.erase(group);
    }

    /// The name under which the joined file of a group exports a module: "actions_room" for actions/room.js.
    static std::string export_name(const Path& group, const Path& path) {
        return name_of(group.empty() ? path : path.substr(group.size() + 1)).substr(1);
    }

    std::string text_of(const Path& group) const {
        std::string imports;
        std::string text;
        std::set<Path> imported;
        for (const Path& path : members_.at(group)) {
            const Module& module = modules_.at(path);
            std::string locals;
            for (const auto& [file, clause] : module.imports) {
                const auto other = group_.find(file);
                if ((other == group_.end() || other->second != group) && imported.insert(file).second)
                    imports += import_of(group, file);
                if (clause.starts_with("* as "))
                    locals += fmt::format("const {} = {}; ", clause.substr(5), name_of(file));
                else if (!clause.empty())
                    locals += fmt::format("const {} = {}; ", destructured(path, clause), name_of(file));
            }
            std::string exports;
            for (const auto& [name, value] : module.exports)
                exports += name == value ? name + ", " : fmt::format("{}: {}, ", name, value);
            text += fmt::format(
                "\n// ---- {}\nconst {} = await (async () => {{ {}\n{}\nreturn {{ {}}};\n}})();\n", path,
                name_of(path), locals, moved(group, path, module.body), exports);
        }
        std::string locals;
        for (const Path& path : members_.at(group))
            locals += fmt::format("{} as {}, ", name_of(path), export_name(group, path));
        return fmt::format(
            "// Joined from the modules below by the server (server/site/modules.cpp).\n{}{}\nexport {{ "
            "{}}};\n",
            imports, text, locals);
    }

    std::string import_of(const Path& group, const Path& file) const {
        const auto other = group_.find(file);
        if (other == group_.end())
            return fmt::format("import * as {} from '{}';\n", name_of(file), specifier(group, file));
        return fmt::format("import {{ {} as {} }} from '{}';\n", export_name(other->second, file),
                           name_of(file), specifier(group, file_of(other->second)));
    }

    /// `{ a as b }` of an import as a pattern of destructuring: `{ a: b }`.
    static std::string destructured(const Path& path, std::string clause) {
        if (!clause.starts_with('{')) fail(path, fmt::format("import {} from …", clause));
        for (std::size_t as; (as = clause.find(" as ")) != std::string::npos;) clause.replace(as, 4, ": ");
        return clause;
    }

    /// Returns a module's text with the paths in `import()` and `import.meta.url` as the joined file needs them.
    std::string moved(const Path& group, const Path& path, std::string_view body) const {
        std::string result;
        std::size_t at = 0;
        while (at < body.size()) {
            if (body.substr(at).starts_with(here)) {
                result += fmt::format("new URL('{}', {}).href", specifier(group, path), here);
                at += here.size();
            } else if (const auto load = load_at(path, body, at)) {
                result += text_of(group, *load);
                at = load->end;
            } else {
                result += body[at++];
            }
        }
        return result;
    }

    std::string text_of(const Path& group, const Load& load) const {
        const auto target =
            std::ranges::find_if(group_, [&](const auto& one) { return load.names(one.first); });
        if (target == group_.end()) return fmt::format("import(`{}`)", specifier(group, load.pattern));
        if (load.is_computed()) {
            const std::size_t slash = load.pattern.rfind('/');
            return fmt::format("import(`{}/all.js`).then((all) => all.{})",
                               specifier(group, load.pattern.substr(0, slash)),
                               name_of(load.pattern.substr(slash + 1)).substr(1));
        }
        std::set<Path> needed;
        add_needs(target->second, needed);
        std::string files = fmt::format("import('{}')", specifier(group, file_of(target->second)));
        for (const Path& other : needed)
            if (!other.empty() && other != group)
                files += fmt::format(", import('{}')", specifier(group, file_of(other)));
        return fmt::format("Promise.all([{}]).then(([all]) => all.{})", files,
                           export_name(target->second, target->first));
    }
    void add_needs(const Path& group, std::set<Path>& needed) const {
        for (const Path& other : needs(group))
            if (needed.insert(other).second) add_needs(other, needed);
    }

    std::map<Path, Module> modules_;
    std::map<Path, Path> group_;                 ///< the folder whose all.js has this module
    std::map<Path, std::vector<Path>> members_;  ///< by group, each after what it imports
    std::set<Path> done_;
    std::set<Path> on_the_way_;
};

}  // namespace

}  // namespace modules

std::vector<JoinedFile> joined_modules(std::span<const SourceFile> client) {
    const modules::Joiner sources(client);
    std::vector<JoinedFile> files = modules::Joiner(sources).join();
    for (const SourceFile& file : client) {
        const std::string path(file.path);
        if (modules::runs_outside(path)) files.push_back({path, modules::Joiner(sources).bundle(path)});
    }
    return files;
}

std::string joined_styles(std::span<const SourceFile> client, const SourceFile& sheet) {
    static constexpr std::string_view import = "@import '";
    std::string result;
    for (std::string_view rest = sheet.bytes; !rest.empty();) {
        const std::size_t line = std::min(rest.find('\n'), rest.size() - 1) + 1;
        if (rest.starts_with(import)) {
            const std::string_view name =
                rest.substr(import.size(), rest.find('\'', import.size()) - import.size());
            const std::string path = modules::resolved(std::string(sheet.path), name);
            const auto file = std::ranges::find(client, path, &SourceFile::path);
            if (file == client.end()) modules::fail(sheet.path, fmt::format("{} does not exist", path));
            result += fmt::format("/* {} */\n", path) + joined_styles(client, *file);
        } else {
            result += rest.substr(0, line);
        }
        rest.remove_prefix(line);
    }
    return result;
}

}  // namespace cubilete::server
