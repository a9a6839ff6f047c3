#include <doctest/doctest.h>

#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"

using namespace cubilete;
using namespace cubilete::tests;

namespace {

const storage::Analysis first{"yahtzee 1.1", R"({"text":"it's 14 \"points\" better"})"};

std::vector<storage::Write> finished_match(const std::string& id) {
    std::vector<storage::Write> writes{storage::StartMatch{match(id, "K7QX2M")}};
    for (storage::Write& entry : appends(id, 1, 2)) writes.push_back(std::move(entry));
    writes.emplace_back(finish(id));
    return writes;
}

}  // namespace

TEST_CASE_TEMPLATE("the analysis of a finished match comes back, and a newer one takes its place", Database,
                   ALL_DATABASES) {
    Database database;
    database.post(finished_match("m_1"));
    CHECK_FALSE(database.store().analysis("m_1"));
    database.post({storage::PutAnalysis{"m_1", first.version, first.text}});
    database.reopen();
    CHECK(database.store().analysis("m_1") == first);
    database.post({storage::PutAnalysis{"m_1", "yahtzee 1.2", "{}"}});
    CHECK(database.store().analysis("m_1") == storage::Analysis{"yahtzee 1.2", "{}"});
    CHECK_FALSE(database.store().analysis("m_2"));
}

TEST_CASE_TEMPLATE("there is no analysis of a match that runs, or that is not there", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::StartMatch{match("m_1", "K7QX2M")}});
    database.post({storage::PutAnalysis{"m_1", first.version, first.text},
                   storage::PutAnalysis{"m_2", first.version, first.text}});
    CHECK_FALSE(database.store().analysis("m_1"));
    CHECK_FALSE(database.store().analysis("m_2"));
}
