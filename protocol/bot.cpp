#include "protocol/bot.hpp"

#include <type_traits>

#include "bots.hpp"
#include "protocol/bot_of.hpp"

namespace cubilete::protocol {

namespace {

/// Calls `act` with the type of the game's built-in bot.
template <class Act>
auto visit_bot(const Settings& settings, Act act) {
#define GAME(name) \
    if (settings.game == #name) return act(std::type_identity<name::Bot>());
#include "engine/games/games.def"
#undef GAME
    throw_contract_violation();
}

template <class H>
BotBookPtr make_book(typename H::Book book) {
    return std::make_shared<const TypedBook<H>>(std::move(book));
}

}  // namespace

BotBookPtr empty_book(const Settings& settings) {
    return visit_bot(settings, []<class H>(std::type_identity<H>) { return make_book<H>({}); });
}

BotBookPtr compute_book(const Settings& settings) {
    return visit_bot(settings, [&]<class H>(std::type_identity<H>) {
        return make_book<H>(H::compute_book(options_of<typename H::Game>(settings), settings.seats));
    });
}

std::optional<std::string> book_name(const Settings& settings) {
    return visit_bot(settings, [&]<class H>(std::type_identity<H>) -> std::optional<std::string> {
        if constexpr (HasStoredBook<H>) return H::name(options_of<typename H::Game>(settings));
        return std::nullopt;
    });
}

BotBookPtr read_book(const Settings& settings, std::span<const std::byte> bytes) {
    return visit_bot(settings, [&]<class H>(std::type_identity<H>) -> BotBookPtr {
        if constexpr (HasStoredBook<H>)
            if (auto book = H::read(options_of<typename H::Game>(settings), bytes))
                return make_book<H>(*std::move(book));
        return nullptr;
    });
}

std::vector<std::byte> serialize_book(const Settings& settings, const BotBook& book) {
    return visit_bot(settings, [&]<class H>(std::type_identity<H>) -> std::vector<std::byte> {
        if constexpr (HasStoredBook<H>) return H::write(typed_book<H>(book));
        throw_contract_violation();
    });
}

}  // namespace cubilete::protocol
