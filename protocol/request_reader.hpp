#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/described.hpp"

namespace cubilete::protocol {

/// Reads the members of a request as they are described, and moves them out of the JSON. The first error is stored in
/// `problem`; values read after it are meaningless. Other members are ignored; if one may be left out, null means the
/// same. Holds references to the JSON and to `problem`; both must outlive it.
class RequestReader {
  public:
    /// `at` is the JSON pointer of `object`, which must be a JSON object.
    RequestReader(Json& object, std::optional<Rejection>& problem, std::string at = {})
        : object_(object), problem_(problem), at_(std::move(at)) {}

    RequestReader& operator()(std::string_view, const char*, const char* = "") { return *this; }
    template <class Value, class Kind>
    RequestReader& operator()(std::string_view name, Value& value, const Kind& kind, const char* = "") {
        if constexpr (described::IsOptionalOf<Kind, Value>) {
            if (Json* json = find(name, described::accepts_null<Kind>))
                read_value(name, *json, *(value = typename Value::value_type()), kind);
        } else if constexpr (described::HasOmittedValue<Kind, Value>) {
            if (Json* json = find(name, false)) read_value(name, *json, value, kind);
        } else if (Json* json = require_member(name)) {
            read_value(name, *json, value, kind);
        }
        return *this;
    }

  private:
    template <class Value, class Kind>
    void read_value(std::string_view name, Json& json, Value& value, const Kind& kind) {
        if constexpr (described::accepts_null<Kind>) {
            if (!json.is_null()) read_value(name, json, value.emplace(), kind.kind);
        } else if constexpr (requires { kind.members(*this, value); }) {
            if (!json.is_object()) return refuse_kind(name, "an object");
            RequestReader members(json, problem_, at_ + '/' + std::string(name));
            kind.members(members, value);
        } else if (!kind.read_json(json, value)) {
            refuse_kind(name, kind.expectation());
        } else if constexpr (requires { kind.text_error(value); }) {
            if (auto said = kind.text_error(value)) refuse(Code::bad_text, name, *std::move(said));
        }
    }
    Json* find(std::string_view name, bool also_null);
    Json* require_member(std::string_view name);
    void refuse_kind(std::string_view name, const std::string& expectation);
    /// Stores an error for this member, unless there is one already.
    void refuse(Code code, std::string_view name, std::string text);

    Json& object_;
    std::optional<Rejection>& problem_;
    std::string at_;
};

}  // namespace cubilete::protocol
