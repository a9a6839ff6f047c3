#include "protocol/house.hpp"

#include <type_traits>
#include <variant>

#include "houses.hpp"
#include "protocol/house_of.hpp"

namespace cubilete::protocol {

namespace {

template <class H>
using OptionsOf = typename H::Game::Options;

template <class H>
OptionsOf<H> options_of(const Settings& settings) {
    auto options = H::Game::options(settings.options);
    require(std::holds_alternative<OptionsOf<H>>(options));
    return std::get<OptionsOf<H>>(std::move(options));
}

/// Calls `act` with the type of the game's built-in bot.
template <class Act>
auto with_house(const Settings& settings, Act act) {
#define GAME(name) \
    if (settings.game == #name) return act(std::type_identity<name::House>());
#include "engine/games/games.def"
#undef GAME
    broken_promise();
}

template <class H>
HouseBookPtr bound(typename H::Book book) {
    return std::make_shared<const BookOf<H>>(std::move(book));
}

}  // namespace

HouseBookPtr empty_book(const Settings& settings) {
    return with_house(settings, []<class H>(std::type_identity<H>) { return bound<H>({}); });
}

HouseBookPtr study(const Settings& settings) {
    return with_house(settings, [&]<class H>(std::type_identity<H>) {
        return bound<H>(H::study(options_of<H>(settings), settings.seats));
    });
}

std::optional<std::string> book_name(const Settings& settings) {
    return with_house(settings, [&]<class H>(std::type_identity<H>) -> std::optional<std::string> {
        if constexpr (KeepsBook<H>) return H::name(options_of<H>(settings));
        return std::nullopt;
    });
}

HouseBookPtr read_book(const Settings& settings, std::span<const std::byte> bytes) {
    return with_house(settings, [&]<class H>(std::type_identity<H>) -> HouseBookPtr {
        if constexpr (KeepsBook<H>)
            if (auto book = H::read(options_of<H>(settings), bytes)) return bound<H>(*std::move(book));
        return nullptr;
    });
}

std::vector<std::byte> bytes_of(const Settings& settings, const HouseBook& book) {
    return with_house(settings, [&]<class H>(std::type_identity<H>) -> std::vector<std::byte> {
        if constexpr (KeepsBook<H>) {
            const auto* its = dynamic_cast<const BookOf<H>*>(&book);
            require(its != nullptr);
            return H::write(its->book);
        }
        broken_promise();
    });
}

}  // namespace cubilete::protocol
