#pragma once

#include "tests/temp_database.hpp"
#ifdef CUBILETE_POSTGRES
#include "tests/storage/postgres/temp_postgres.hpp"
#endif

/// The contract suite: what storage/{journal,store,history,backend}.hpp promise, run on every database. A new
/// database adds a class like TempDatabase here, with at least these members:
///
/// - `Place` with `path()`: a place without data, for storage::make_backend(); its destructor deletes the data
/// - the default constructor and the destructor: open and close a journal in a Place of its own
/// - `journal()`; `store()` and `history()`: readers with a connection of their own
/// - `post(writes)`: posts and waits for the answer; throws when the journal has failed
/// - `reopen()`: stops in good order and starts again; `crash()`: the same after kill -9
/// - `fill_up()`, `make_room()`: from now on a post of a hundred entries meets a full disk, or does not
/// - `failure()`: why the journal failed, or an empty text; `wait_for_failure()`: returns when there is one
/// - `Held`, made with a journal: during its lifetime nothing that is posted becomes durable
#ifdef CUBILETE_POSTGRES
#define ALL_DATABASES cubilete::tests::TempDatabase, cubilete::tests::TempPostgres
#else
#define ALL_DATABASES cubilete::tests::TempDatabase
#endif
