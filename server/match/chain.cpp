#include "server/match/chain.hpp"

#include <stdexcept>

#include "server/match/dice_arithmetic.hpp"

namespace cubilete::server {
namespace {

std::string hash_parts(std::initializer_list<std::string_view> parts) {
    const auto hash = sha256(parts_of(parts));
    return {hash.begin(), hash.end()};
}

}  // namespace

std::string chain_root(std::string_view match) { return hash_parts({"cubilete/match/1", match}); }

std::string chain_hash(int chain, std::string_view previous, const storage::LogRow& entry) {
    const std::string commitment = hash_parts({"cubilete/draws/1", entry.salt, entry.draws});
    const std::string seq = std::to_string(entry.seq);
    const std::string prompt = std::to_string(entry.prompt);
    switch (chain) {
        case 1:
            return hash_parts({"cubilete/entry/1", previous, seq, entry.by, entry.message_id, prompt,
                               entry.move, commitment});
        case 2:
            return hash_parts({"cubilete/entry/2", previous, seq, entry.by, entry.message_id, prompt,
                               entry.move, commitment, std::to_string(entry.at_ms),
                               std::to_string(entry.left_ms), entry.extra});
    }
    throw std::logic_error("there is no form " + std::to_string(chain) + " of the hash chain");
}

}  // namespace cubilete::server
