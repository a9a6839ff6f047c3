#include "engine/options.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

namespace cubilete {

namespace {

enum class JokerRule { forced, free, wild };

const std::vector<OptionSpec> catalogue{
    choice("joker", {"forced", "free", "wild"}),
    integer("ante", 1, 0, 100),
    integer_choice("target", 5000, {1000, 5000, 10000}),
    flag("bottoms", false),
};

OptionValues complete(const std::map<std::string, OptionValue>& given) {
    return std::get<OptionValues>(OptionValues::complete(catalogue, given));
}
OptionError refused(const std::map<std::string, OptionValue>& given) {
    return std::get<OptionError>(OptionValues::complete(catalogue, given));
}

}  // namespace

TEST_CASE("An option that is not set keeps its default") {
    const OptionValues values = complete({});
    CHECK(values.choice<JokerRule>("joker") == JokerRule::forced);
    CHECK(values.integer("ante") == 1);
    CHECK(values.integer("target") == 5000);
    CHECK_FALSE(values.flag("bottoms"));
}

TEST_CASE("Options that are set are stored in the order of the catalogue") {
    const OptionValues values =
        complete({{"bottoms", true}, {"ante", 100}, {"joker", "wild"}, {"target", 1000}});
    CHECK(values.choice<JokerRule>("joker") == JokerRule::wild);
    CHECK(values.integer("ante") == 100);
    CHECK(values.integer("target") == 1000);
    CHECK(values.flag("bottoms"));
    std::vector<std::string> names;
    for (const OptionValues::Setting& set : values.all()) names.push_back(set.name);
    CHECK(names == std::vector<std::string>{"joker", "ante", "target", "bottoms"});
    CHECK(values == complete({{"joker", "wild"}, {"target", 1000}, {"ante", 100}, {"bottoms", true}}));
    CHECK(values != complete({}));
}

TEST_CASE("A default may depend on an earlier option") {
    const std::vector<OptionSpec> specs{
        choice("preset", {"yahtzee", "yatzy"}),
        integer("bonus", 35, 0, 100).with_exception("preset", "yatzy", 50),
        flag("jokers", true).with_exception("preset", "yatzy", false),
    };
    const auto values = [&](const std::map<std::string, OptionValue>& given) {
        return std::get<OptionValues>(OptionValues::complete(specs, given));
    };
    CHECK(values({}).integer("bonus") == 35);
    CHECK(values({}).flag("jokers"));
    CHECK(values({{"preset", "yatzy"}}).integer("bonus") == 50);
    CHECK_FALSE(values({{"preset", "yatzy"}}).flag("jokers"));
    CHECK(values({{"preset", "yatzy"}, {"bonus", 35}}).integer("bonus") == 35);
    CHECK(values({{"preset", "yahtzee"}}) == values({}));
}

TEST_CASE("A value that an option cannot have is refused with the allowed values") {
    struct Row {
        std::string option;
        OptionValue value;
        std::string text;
    };
    const Row rows[] = {
        {"joker", "tame", "joker is one of forced, free, wild."},
        {"joker", 1, "joker is one of forced, free, wild."},
        {"ante", -1, "ante is a whole number from 0 to 100."},
        {"ante", 101, "ante is a whole number from 0 to 100."},
        {"ante", true, "ante is a whole number from 0 to 100."},
        {"target", 2000, "target is one of 1000, 5000, 10000."},
        {"target", "5000", "target is one of 1000, 5000, 10000."},
        {"bottoms", 1, "bottoms is true or false."},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(refused({{row.option, row.value}}).option == row.option);
        CHECK(refused({{row.option, row.value}}).text == row.text);
    }
}

TEST_CASE("An unknown option is refused by name") {
    CHECK(refused({{"jokers", "forced"}}).option == "jokers");
}

TEST_CASE("A default out of range, or a wrong name in the rules, throws logic_error") {
    CHECK_THROWS_AS(integer("ante", 101, 0, 100), std::logic_error);
    CHECK_THROWS_AS(integer_choice("target", 3, {1, 2}), std::logic_error);
    CHECK_THROWS_AS(choice("joker", {}), std::logic_error);
    CHECK_THROWS_AS(complete({}).integer("antes"), std::logic_error);
    CHECK_THROWS_AS(complete({}).flag("ante"), std::logic_error);
}

}  // namespace cubilete
