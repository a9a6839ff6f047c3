#include "protocol/codec.hpp"
#include "protocol/messages_wire.hpp"
#include "protocol/views.hpp"

namespace cubilete::protocol {

namespace {

std::string text_of(const auto& message) {
    std::string text;
    Object::write(text, message);
    return text;
}
std::string text_of(const Ok& ok) {
    std::string text;
    Writer(text += '{')("t", "ok")("re", ok.request_id, request_id);
    if (ok.fields.dump() == "{}") return text += '}';
    text += ',';
    return text.append(ok.fields.dump(), 1);
}
std::string text_of(const MatchPush& push) { return SharedPush(push).text(push.you); }

}  // namespace

JsonText to_json(const Reply& reply) { return json_of(reply); }
JsonText to_json(const RoomLine& line) { return json_of(line); }
JsonText to_json(const SeatedRoomSummary& table) { return json_of(table); }
JsonText to_json(const MatchPush::You& you) { return json_of(you); }
JsonText to_json(const MatchPush::End& end) { return json_of(end); }
JsonText to_json(const EntryAuthor& by) { return json_of(by); }
JsonText to_json(const GameInfo& info) { return json_of(info); }

SharedPush::SharedPush(const MatchPush& push) {
    constexpr std::size_t usual_rest = 512;  // bytes of what is not counted here
    text_.reserve(push.sight.events.dump().size() + push.sight.view.dump().size() +
                  (push.about ? push.about->dump().size() : 0) + usual_rest);
    Writer with(text_ += '{');
    describe_members_before_you(with, push);
    before_you_ = text_.size();
    describe_members_after_you(with, push);
    text_ += '}';
}

std::string SharedPush::text(const std::optional<MatchPush::You>& you) const {
    constexpr std::size_t longest_rest = 64;  // of `you`, without its moves
    std::string text;
    text.reserve(text_.size() + (you ? you->moves.dump().size() : 0) + longest_rest);
    text.append(text_, 0, before_you_);
    Writer with(text);
    describe_you(with, you);
    return text.append(text_, before_you_);
}

std::string write(ServerMessage message) {
    return std::visit([](const auto& body) { return text_of(body); }, message);
}

}  // namespace cubilete::protocol
