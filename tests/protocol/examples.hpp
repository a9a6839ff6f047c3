#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The messages in the JSON blocks of protocol/README.md and of each game's README.md that are marked as sent by `who`
/// ("client" or "server"), unchanged and in their order. Each begins on its own line.
std::vector<std::string> readme_examples(std::string_view who);

/// The lines of tests/schema/<name>.jsonl. tests/schema validates them with the JSON Schema, too.
std::vector<std::string> schema_samples(std::string_view name);
