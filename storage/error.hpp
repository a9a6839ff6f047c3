#pragma once

#include <stdexcept>

namespace cubilete::storage {

/// The data cannot be used. what() gives the operator the name of the file or of the database, and the reason.
struct DatabaseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// There was no room for a transaction. Nothing of it was written, and the next one may succeed.
struct DiskFull : DatabaseError {
    using DatabaseError::DatabaseError;
};

/// A database on another machine does not answer. A reader may try again.
struct DatabaseUnavailable : DatabaseError {
    using DatabaseError::DatabaseError;
};

/// The database was lost at the end of a transaction: all of it was written, or nothing.
struct OutcomeUnknown : DatabaseError {
    using DatabaseError::DatabaseError;
};

/// A copy was interrupted at the caller's request. No part of it is left.
struct OperationCancelled : DatabaseError {
    using DatabaseError::DatabaseError;
};

}  // namespace cubilete::storage
