#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::PracticeRow;
using storage::PutPractice;
using Rows = std::vector<PracticeRow>;

namespace {

void add_people(auto& database) {
    for (const char* id : {"p_ana", "p_ben"}) database.post({storage::PutPlayer{player(id, id[3])}});
}

Rows practice(const auto& database) { return database.store().practice("p_ana"); }

}  // namespace

TEST_CASE_TEMPLATE("what a player practises comes back as it was last answered, the first due first",
                   Database, ALL_DATABASES) {
    Database database;
    add_people(database);
    CHECK(practice(database).empty());
    const PracticeRow late{"p_ana", "m_1.12", 1, 20'003};
    const PracticeRow soon{"p_ana", "yahtzee.18446744073709551615.7", 0, 20'001};
    const PracticeRow other{"p_ben", "m_1.12", 2, 20'000};
    database.post({PutPractice{late}, PutPractice{soon}, PutPractice{other}});
    database.reopen();
    CHECK(practice(database) == Rows{soon, late});
    CHECK(database.store().practice({}) == Rows{other, soon, late});

    const PracticeRow again{soon.player, soon.position, 2, 20'007};
    database.post({PutPractice{again, soon}});
    database.reopen();
    CHECK(practice(database) == Rows{late, again});
}

TEST_CASE_TEMPLATE("of too many positions those stay that are due last", Database, ALL_DATABASES) {
    Database database;
    add_people(database);
    const PracticeRow other{"p_ben", "m_0.1", 0, 1};
    database.post({PutPractice{other}});
    Rows rows;
    for (int day = 1; day <= 4; ++day) {
        rows.push_back({"p_ana", "m_1." + std::to_string(day), 0, day});
        database.post({PutPractice{.row = rows.back(), .most = 3}});
    }
    CHECK(practice(database) == Rows{rows[1], rows[2], rows[3]});
    const PracticeRow known{"p_ana", "m_2.1", 2, 9};
    database.post({PutPractice{.row = known, .before = {}, .most = 4}});
    const PracticeRow soonest{"p_ana", "m_2.2", 0, 1};
    database.post({PutPractice{.row = soonest, .before = {}, .most = 4}});
    CHECK(practice(database) == Rows{soonest, rows[1], rows[2], rows[3]});
    const PracticeRow first{"p_ana", "m_2.3", 1, 1};
    database.post({PutPractice{.row = first, .before = {}, .most = 4}});
    CHECK(practice(database) == Rows{first, rows[1], rows[2], rows[3]});
    CHECK(database.store().practice("p_ben") == Rows{other});
}

TEST_CASE_TEMPLATE("of several answers to the same position at the same time the first one counts", Database,
                   ALL_DATABASES) {
    Database database;
    add_people(database);
    const PracticeRow wrong{"p_ana", "m_1.12", 0, 20'001};
    const PracticeRow right{"p_ana", "m_1.12", 1, 20'003};
    database.post({PutPractice{wrong}, PutPractice{right}});
    CHECK(practice(database) == Rows{wrong});
    const PracticeRow once{"p_ana", "m_1.12", 1, 20'004};
    database.post({PutPractice{once, wrong}, PutPractice{{"p_ana", "m_1.12", 0, 20'002}, wrong}});
    CHECK(practice(database) == Rows{once});
}

TEST_CASE_TEMPLATE("a player who is deleted practises nothing, and nothing more", Database, ALL_DATABASES) {
    Database database;
    add_people(database);
    const PracticeRow other{"p_ben", "m_1.12", 0, 5};
    database.post({PutPractice{{"p_ana", "m_1.12", 1, 5}}, PutPractice{other}});
    database.post({storage::ForgetPlayer{"p_ana"}});
    CHECK(database.store().practice({}) == Rows{other});
    database.post({PutPractice{{"p_ana", "m_2.3", 0, 6}}});
    CHECK(database.store().practice({}) == Rows{other});
}
