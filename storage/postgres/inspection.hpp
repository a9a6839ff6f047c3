#pragma once

#include "storage/inspection.hpp"
#include "storage/postgres/connection.hpp"

namespace cubilete::storage::postgres {

/// Reads every row once. The database itself answers for its pages and for the references between tables; this
/// finds what it does not know: logs with a gap, entries of no match, entries that an earlier epoch wrote
/// after a later one. Throws InspectionError.
Inspection inspect(const Url& url);

}  // namespace cubilete::storage::postgres
