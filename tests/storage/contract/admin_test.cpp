#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::AdminRow;
using Kind = storage::AdminRow::Kind;

namespace {

AdminRow row(const std::string& id, Kind kind) {
    return {.id = id,
            .kind = kind,
            .at_ms = 1'700'000'000'001,
            .keep_until_ms = 1'800'000'000'000,
            .text = R"({"reason":"it's \"rude\""})",
            .people = {{"p_ana", "Ana"}, {"p_ben", "Ben"}, {"", ""}},
            .refused = 3};
}

std::vector<AdminRow> all(const auto& database, Kind kind) {
    return database.store().admin_rows({.kind = kind});
}

std::vector<std::int64_t> numbers(const auto& database, Kind kind) {
    std::vector<std::int64_t> found;
    for (const AdminRow& one : all(database, kind)) found.push_back(one.no);
    return found;
}

}  // namespace

TEST_CASE_TEMPLATE("rows of the desk get numbers by kind, and come back with everything in them", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::PutAdminRow{row("a", Kind::decree)}, storage::PutAdminRow{row("b", Kind::log)}});
    database.post({storage::PutAdminRow{row("c", Kind::decree)}});
    database.reopen();

    CHECK(numbers(database, Kind::decree) == std::vector<std::int64_t>{2, 1});
    CHECK(numbers(database, Kind::log) == std::vector<std::int64_t>{1});
    CHECK(numbers(database, Kind::report).empty());
    AdminRow first = row("a", Kind::decree);
    first.no = 1;
    first.change = 1;
    CHECK(all(database, Kind::decree).back() == first);
}

TEST_CASE_TEMPLATE(
    "a decree and a report get a new text and end; a line of the log and a key stay as they are", Database,
    ALL_DATABASES) {
    Database database;
    for (const Kind kind : {Kind::decree, Kind::report, Kind::log, Kind::key}) {
        CAPTURE(name_of(kind));
        const std::string id = name_of(kind);
        database.post({storage::PutAdminRow{row(id, kind)}});
        AdminRow changed = row(id, kind);
        changed.text = "{}";
        changed.keep_until_ms = std::nullopt;
        changed.people = {{"p_eve", "Eve"}};
        changed.refused = 0;
        database.post({storage::PutAdminRow{changed}});

        const std::vector<AdminRow> found = all(database, kind);
        REQUIRE(found.size() == 1);
        const bool may_change = kind == Kind::decree || kind == Kind::report;
        CHECK(found[0].no == 1);
        CHECK(found[0].text == (may_change ? "{}" : row(id, kind).text));
        CHECK(found[0].keep_until_ms == (may_change ? std::nullopt : row(id, kind).keep_until_ms));
        CHECK(found[0].people == row(id, kind).people);
        CHECK(found[0].refused == 3);
    }
}

TEST_CASE_TEMPLATE("a report that is there already stays as it is if it is written once more", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::PutAdminRow{row("r", Kind::report)}});
    AdminRow again = row("r", Kind::report);
    again.text = "{}";
    again.keep_until_ms = std::nullopt;
    database.post({storage::PutAdminRow{.row = again, .unless_there = true}});
    const std::vector<AdminRow> found = all(database, Kind::report);
    REQUIRE(found.size() == 1);
    CHECK(found[0].text == row("r", Kind::report).text);
    CHECK(found[0].keep_until_ms == row("r", Kind::report).keep_until_ms);
    database.post({storage::PutAdminRow{again}});
    CHECK(all(database, Kind::report)[0].text == "{}");
}

TEST_CASE_TEMPLATE("a decree that has changed since it was read stays as it is", Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutAdminRow{row("a", Kind::decree)}});
    const std::int64_t known = all(database, Kind::decree)[0].change;
    AdminRow first = row("a", Kind::decree);
    first.text = "first";
    AdminRow second = row("a", Kind::decree);
    second.text = "second";
    database.post({storage::PutAdminRow{.row = first, .known_change = known},
                   storage::PutAdminRow{.row = second, .known_change = known}});
    CHECK(all(database, Kind::decree)[0].text == "first");
    CHECK(all(database, Kind::decree)[0].change > known);
}

TEST_CASE_TEMPLATE("who knows the rows up to a change reads only those that are new or have changed since",
                   Database, ALL_DATABASES) {
    Database database;
    database.post(
        {storage::PutAdminRow{row("a", Kind::decree)}, storage::PutAdminRow{row("b", Kind::decree)}});
    const std::int64_t known = all(database, Kind::decree).front().change;
    CHECK(database.store().admin_rows({.kind = Kind::decree, .changed_after = known}).empty());

    database.post({storage::PutAdminRow{row("a", Kind::decree)}});
    const auto news = database.store().admin_rows({.kind = Kind::decree, .changed_after = known});
    REQUIRE(news.size() == 1);
    CHECK(news[0].id == "a");
    CHECK(news[0].change > known);
}

TEST_CASE_TEMPLATE("rows of the desk are found by whom they are about, by who wrote them, and by the page",
                   Database, ALL_DATABASES) {
    Database database;
    AdminRow other = row("b", Kind::report);
    other.people = {{"p_ben", "Ben"}, {"p_ana", "Ana"}};
    database.post({storage::PutAdminRow{row("a", Kind::report)}, storage::PutAdminRow{other}});
    const auto store = database.store();
    const auto ids = [&](const storage::AdminQuery& query) {
        std::string found;
        for (const AdminRow& one : store.admin_rows(query)) found += one.id;
        return found;
    };
    CHECK(ids({.kind = Kind::report}) == "ba");
    CHECK(ids({.kind = Kind::report, .about = "p_ana"}) == "a");
    CHECK(ids({.kind = Kind::report, .by = "p_ana"}) == "b");
    CHECK(ids({.kind = Kind::report, .about = "p_eve"}).empty());
    CHECK(ids({.kind = Kind::report, .most = 1}) == "b");
    CHECK(ids({.kind = Kind::report, .before = 2}) == "a");
}

TEST_CASE_TEMPLATE("refusals of a decree are counted without changing it", Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutAdminRow{row("a", Kind::decree)}});
    const AdminRow before = all(database, Kind::decree).front();
    database.post({storage::CountRefused{"a", 5}, storage::CountRefused{"never heard of", 1}});
    const AdminRow after = all(database, Kind::decree).front();
    CHECK(after.refused == before.refused + 5);
    CHECK(after.change == before.change);
}

TEST_CASE_TEMPLATE("rows go when they need not be kept any more, and old reports when there are too many",
                   Database, ALL_DATABASES) {
    Database database;
    std::vector<storage::Write> writes;
    for (const char* id : {"a", "b", "c", "d"})
        writes.emplace_back(storage::PutAdminRow{row(id, Kind::report)});
    AdminRow forever = row("forever", Kind::decree);
    forever.keep_until_ms = std::nullopt;
    AdminRow ended = row("ended", Kind::decree);
    ended.keep_until_ms = 1'000;
    writes.emplace_back(storage::PutAdminRow{ended});
    writes.emplace_back(storage::PutAdminRow{forever});
    writes.emplace_back(storage::SweepAdminRows{.now_ms = 1'000, .most_reports = 3});
    database.post(std::move(writes));

    CHECK(numbers(database, Kind::report) == std::vector<std::int64_t>{4, 3, 2});
    CHECK(numbers(database, Kind::decree) == std::vector<std::int64_t>{2});
    database.post({storage::PutAdminRow{row("next", Kind::decree)}});
    CHECK(numbers(database, Kind::decree) == std::vector<std::int64_t>{3, 2});
}

TEST_CASE_TEMPLATE("a deleted player loses the name in the desk's rows, also in those that are written later",
                   Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutPlayer{player("p_ben", 'b')},
                   storage::PutAdminRow{row("a", Kind::log)}});
    database.post({storage::ForgetPlayer{"p_ana"}, storage::PutAdminRow{row("b", Kind::report)}});
    const std::vector<AdminRow::Named> expected{
        {"p_ana", storage::deleted_player_name}, {"p_ben", "Ben"}, {"", ""}};
    CHECK(all(database, Kind::log).front().people == expected);
    CHECK(all(database, Kind::report).front().people == expected);
}

TEST_CASE_TEMPLATE("an export brings the desk's rows with their numbers", Database, ALL_DATABASES) {
    Database database;
    AdminRow ended = row("ended", Kind::decree);
    ended.keep_until_ms = 1;
    database.post({storage::PutAdminRow{ended}, storage::PutAdminRow{row("a", Kind::decree)},
                   storage::PutAdminRow{row("k", Kind::key)}, storage::PutAdminRow{row("r", Kind::report)},
                   storage::SweepAdminRows{.now_ms = 1, .most_reports = 10}});
    TempDatabase copy;
    const auto consume = [&](std::vector<storage::Write> writes) { copy.post(std::move(writes)); };
    if constexpr (requires { database.backend(); })
        database.backend().export_all(consume);
    else
        storage::make_backend(database.place().path())->export_all(consume);

    for (const Kind kind : {Kind::decree, Kind::key, Kind::report}) {
        auto before = all(database, kind);
        auto after = all(copy, kind);
        REQUIRE(after.size() == 1);
        before[0].change = after[0].change = 0;
        CHECK(after == before);
    }
    copy.post({storage::PutAdminRow{row("next", Kind::decree)}});
    CHECK(numbers(copy, Kind::decree) == std::vector<std::int64_t>{3, 2});
}
