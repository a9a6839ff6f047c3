#include "protocol/request_reader.hpp"

namespace cubilete::protocol {

void RequestReader::refuse(Code code, std::string_view name, std::string text) {
    if (!problem_) problem_ = Rejection{code, std::move(text), at_ + '/' + std::string(name)};
}

Json* RequestReader::find(std::string_view name, bool also_null) {
    const auto found = object_.find(name);
    return found != object_.end() && (also_null || !found->is_null()) ? &*found : nullptr;
}

Json* RequestReader::require_member(std::string_view name) {
    Json* const found = find(name, true);
    if (found == nullptr) refuse(Code::bad_message, name, '"' + std::string(name) + "\" is missing.");
    return found;
}

void RequestReader::refuse_kind(std::string_view name, const std::string& expectation) {
    refuse(Code::bad_message, name, '"' + std::string(name) + "\" must be " + expectation + '.');
}

}  // namespace cubilete::protocol
