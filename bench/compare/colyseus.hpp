#pragma once

#include "bench/load/table_client.hpp"

namespace cubilete::bench {

// Players who speak the binary protocol of Colyseus 0.16.

/// For peers/colyseus_table.js: the dice table.
MakeTable colyseus_tables();
/// For peers/colyseus_ambiciosa.js: match after match of La Ambiciosa.
MakeTable colyseus_ambiciosa();

}  // namespace cubilete::bench
