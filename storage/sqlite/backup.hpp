#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "storage/error.hpp"

namespace cubilete::storage::sqlite {

/// Copies the data file `from` to the file `to`: complete, verified, readable by its owner only. An existing
/// `to` is replaced only at the very end and in one step, so a failed copy never destroys an older one.
/// Returns the size of the copy in bytes.
///
/// The copy is the state of the file at one moment after the call began: it contains everything that was
/// durable at the time of the call. It is compact, without deleted data, and needs no write-ahead log.
///
/// Safe while a server writes `from`, in the same or in another process. SQLite before 3.51.3 can corrupt a
/// file if two connections write or checkpoint it at the same time; this connection does neither. It is
/// opened read-only and never checkpoints, not even on close, and VACUUM INTO only reads its source in one
/// transaction. So the writer never waits for it; but the write-ahead log cannot restart during the copy and
/// grows. SQLite's backup functions would have to run on the writer's connection, where each copied page
/// delays the players' moves, because writes on another connection restart them.
///
/// Another thread may set `cancelled` to true at any time: the copy then ends soon with OperationCancelled. Throws
/// DatabaseError with the name of the file and the reason: `from` cannot be read, is damaged or belongs to
/// another program; `to` is `from`, is not a plain file, or has a log beside it because it is a database in
/// use. Throws DiskFull if there is no room.
std::uintmax_t back_up(const std::filesystem::path& from, const std::filesystem::path& to,
                       const std::atomic<bool>& cancelled = std::atomic<bool>(false));

/// Backend::remove_interrupted_copies().
void remove_interrupted_copies(const std::filesystem::path& directory, std::string_view stem);

}  // namespace cubilete::storage::sqlite
