#include "protocol/admin.hpp"

#include <charconv>

#include "protocol/admin_wire.hpp"

namespace cubilete::protocol {

std::optional<AdminDuration> parse_admin_duration(std::string_view text) {
    constexpr std::int64_t most = 100'000;  // of each unit: a hundred thousand days are 270 years
    if (text == "forever") return AdminDuration{};
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [unit, wrong] = std::from_chars(text.data(), end, number);
    if (wrong != std::errc() || end - unit != 1 || number < 0 || number > most) return std::nullopt;
    switch (*unit) {
        case 'm': return AdminDuration{number * 60'000};
        case 'h': return AdminDuration{number * 3'600'000};
        case 'd': return AdminDuration{number * ms_of_a_day};
        default: return std::nullopt;
    }
}

JsonText to_json(const AdminReply& reply) { return json_of(reply); }
AdminTableReply read_admin_table_reply(const Json& json) {
    AdminTableReply view;
    Object::read(Field(json, ""), view);
    return view;
}
JsonText to_json(const AdminPerson& one) { return json_of(one); }
JsonText to_json(const AdminTableSummary& line) { return json_of(line); }

}  // namespace cubilete::protocol
