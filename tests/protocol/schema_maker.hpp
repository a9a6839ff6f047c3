#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/described.hpp"

namespace cubilete::described {

/// Makes the JSON Schema of a described struct. Kinds with a name become definitions.
class SchemaMaker {
  public:
    /// With `requests`, members that may be left out may be null as well.
    explicit SchemaMaker(Json& definitions, bool requests = false)
        : definitions_(definitions), requests_(requests) {}

    SchemaMaker& operator()(const char* name, const char* constant, const char* about = "") {
        about_ = about;
        return add(name, {{"const", constant}}, true);
    }
    template <class Value, class Kind>
    SchemaMaker& operator()(const char* name, const Value& example, const Kind& kind,
                            const char* about = "") {
        constexpr bool optional = HasOmittedValue<Kind, Value> || IsOptionalOf<Kind, Value>;
        Json schema = value(example, kind);
        if (optional && requests_ && !accepts_null<Kind>) schema = or_null(std::move(schema));
        return add(name, with_about(about, schema), !optional);
    }
    void about(const char* text) { about_ = text; }
    void constrain(const char* schema) { more_.update(Json::parse(schema)); }
    /// The struct has the members that one of the two describes.
    void either(auto one, auto other) {
        std::vector<Members> forms = forms_;
        one(*this);
        std::swap(forms, forms_);
        other(*this);
        forms_.insert(forms_.begin(), forms.begin(), forms.end());
    }

    template <class Value, class Kind>
    Json value(const Value&, const Kind& kind) {
        if constexpr (IsOptionalOf<Kind, Value>) {
            return value(typename Value::value_type{}, kind);
        } else {
            Value example{};
            return kind.schema(*this, example);
        }
    }
    Json defined(const auto& named, auto& example) {
        if (!definitions_.contains(named.name)) {
            definitions_[named.name] = nullptr;  // keeps its place before those that it needs
            Json schema = with_about(named.about, named.kind.schema(*this, example));
            definitions_[named.name] = std::move(schema);
        }
        return {{"$ref", std::string("#/$defs/") + named.name}};
    }
    Json object(auto& example) {
        return object_of([&](auto& with) { describe(with, example); });
    }
    Json object_of(auto members) {
        SchemaMaker with(definitions_, requests_);
        members(with);
        return with.made();
    }
    static Json or_null(Json schema) {
        if (schema.contains("enum"))
            schema["enum"].push_back(nullptr);
        else if (schema.contains("anyOf"))
            schema["anyOf"].push_back({{"type", "null"}});
        else if (schema.contains("type") && schema["type"].is_string())
            schema["type"] = Json{schema["type"], "null"};
        else if (!schema.contains("type"))
            schema = {{"anyOf", {std::move(schema), {{"type", "null"}}}}};
        return schema;
    }
    /// A struct, or any of the structs in a variant.
    template <class Struct>
    Json any(const Struct& example) {
        return object(example);
    }
    template <class... Structs>
    Json any(const std::variant<Structs...>&) {
        Json branches = Json::array();
        (add_branch(branches, any(Structs{})), ...);
        return one_of(std::move(branches));
    }

  private:
    struct Members {
        Json properties = Json::object();
        Json required = Json::array();
    };

    SchemaMaker& add(const char* name, const Json& schema, bool required) {
        for (Members& form : forms_) {
            if (form.properties.contains(name)) continue;
            form.properties[name] = schema;
            if (required) form.required.push_back(name);
        }
        return *this;
    }
    Json made() const {
        Json branches = Json::array();
        for (const auto& [properties, required] : forms_)
            branches.push_back(
                with_about(about_, {{"type", "object"}, {"properties", properties}, {"required", required}}));
        return one_of(std::move(branches));
    }
    static void add_branch(Json& branches, const Json& schema) {
        for (const Json& branch : schema.contains("oneOf") ? schema["oneOf"] : Json::array({schema}))
            branches.push_back(branch);
    }
    static Json one_of(Json branches) {
        return branches.size() == 1 ? branches[0] : Json{{"oneOf", std::move(branches)}};
    }
    static Json with_about(const std::string& about, const Json& schema) {
        Json json = Json::object();
        if (!about.empty()) json["description"] = about;
        json.update(schema);
        return json;
    }

    Json& definitions_;
    bool requests_;
    std::string about_;
    Json more_ = Json::object();
    std::vector<Members> forms_{1};
};

/// Adds the schema of a message as a definition of its own; `members` are those that others have as well.
inline void add_message(Json& schema, const std::string& name, bool request, auto members) {
    SchemaMaker maker(schema["$defs"], request);
    schema["$defs"][name] = maker.object_of(members);
    schema["oneOf"].push_back({{"$ref", "#/$defs/" + name}});
}

/// The schema of a game, as in its folder.
template <class Game>
Json schema_of(const ShortForm& listed) {
    Json definitions = Json::object();
    SchemaMaker maker(definitions);
    Json forms{{"move", maker.any(typename Game::Move{})},
               {"listed", {{"description", std::string("A move as `moves` lists it") + listed.about}}},
               {"about", maker.any(typename Game::About{})},
               {"view", maker.any(typename Game::View{})},
               {"event", maker.any(typename Game::Seen{})}};
    if (*listed.pattern == '\0')
        forms["listed"]["$ref"] = "#/$defs/move";
    else
        forms["listed"].update({{"type", "string"}, {"pattern", listed.pattern}});
    Json json{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"$id", "urn:cubilete:" + Game::info().id + ":1"},
              {"title", Game::info().title + "'s moves, views and events"},
              {"anyOf", Json::array()}};
    for (const auto& [name, form] : forms.items()) json["anyOf"].push_back({{"$ref", "#/$defs/" + name}});
    definitions.update(forms);
    json["$defs"] = std::move(definitions);
    return json;
}

}  // namespace cubilete::described
