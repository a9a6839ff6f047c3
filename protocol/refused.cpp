#include "protocol/refused.hpp"

#include "engine/require.hpp"

namespace cubilete::protocol {

namespace {

struct Reason {
    std::string_view name;
    Code code;
    std::string_view sentence;
    int retry_ms;
};
constexpr Reason reasons[] = {
#define REASON(name, code, sentence, retry_ms) {#name, Code::code, sentence, retry_ms},
#include "protocol/reasons.def"
#undef REASON
};

std::string filled(std::string_view sentence, const std::vector<std::string>& args) {
    std::string text;
    for (const std::string& arg : args) {
        const std::size_t place = sentence.find("{}");
        require(place != sentence.npos);
        text.append(sentence.substr(0, place)).append(arg);
        sentence.remove_prefix(place + 2);
    }
    return text.append(sentence);
}

}  // namespace

Rejection refused(RefusalReason why, std::vector<std::string> args, std::string at) {
    const auto& [name, code, sentence, retry_ms] = reasons[static_cast<std::size_t>(why)];
    std::string text = filled(sentence, args);
    const auto retry = retry_ms == 0 ? std::nullopt : std::optional(retry_ms);
    return {code, std::move(text), std::move(at), retry, name, std::move(args), {}};
}

}  // namespace cubilete::protocol
