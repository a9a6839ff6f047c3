#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The messages in the JSON blocks of protocol/README.md that are marked as what `who` ("client", "server")
/// sends, in their order and as they stand there; each begins on a line of its own.
std::vector<std::string> readme_examples(std::string_view who);

/// The lines of tests/schema/<name>.jsonl, which are also held against the JSON Schema.
std::vector<std::string> schema_samples(std::string_view name);
