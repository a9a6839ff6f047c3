#include "engine/games/yahtzee/optimum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>

namespace cubilete::yahtzee {

namespace {

constexpr int upper_boxes = 6;

/// The bit of a box of the lower section. Throws std::logic_error for any other box.
std::uint16_t lower_bit(const Sheet& sheet, Box box) {
    const auto line = std::ranges::find(sheet.lines(), box, &Line::box) - sheet.lines().begin();
    require(upper_boxes <= line && line < std::ssize(sheet.lines()));
    return static_cast<std::uint16_t>(1 << (line - upper_boxes));
}

bool is_upper(Box box) { return upper_section.contains(box); }
bool is_for_five_alike(Box box) { return box == Box::yahtzee || box == Box::generala; }

/// True if points in the box for five of a kind affect the points still to come.
bool distinguishes_scored(const Options& options) {
    switch (options.preset) {
        case Preset::yahtzee:
        case Preset::kniffel: return options.joker != JokerRule::none && options.yahtzee_bonus > 0;
        case Preset::yatzy: return false;
        case Preset::generala: return true;
    }
    throw_contract_violation();
}

std::string_view name_of(JokerRule joker) {
    switch (joker) {
        case JokerRule::forced: return "forced";
        case JokerRule::free: return "free";
        case JokerRule::wild: return "wild";
        case JokerRule::none: return "none";
    }
    throw_contract_violation();
}

/// FNV-1a: detects accidental damage, not forgery.
std::uint64_t checksum(std::span<const std::byte> bytes) {
    std::uint64_t hash = 14695981039346656037u;
    for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 1099511628211u;
    return hash;
}

template <std::unsigned_integral Number>
void put(std::vector<std::byte>& bytes, Number number) {
    for (std::size_t byte = 0; byte < sizeof number; ++byte)
        bytes.push_back(static_cast<std::byte>(number >> 8 * byte & 0xff));
}

/// Reads the first number and removes it.
template <std::unsigned_integral Number>
Number take(std::span<const std::byte>& bytes) {
    Number number = 0;
    for (std::size_t byte = 0; byte < sizeof number; ++byte)
        number |= std::to_integer<Number>(bytes[byte]) << 8 * byte;
    bytes = bytes.subspan(sizeof number);
    return number;
}

std::vector<std::byte> with_heading(std::string_view file_header, std::span<const std::byte> payload) {
    const std::string line = std::string(file_header) + ' ' + std::to_string(checksum(payload)) + '\n';
    std::vector<std::byte> bytes;
    bytes.reserve(line.size() + payload.size());
    for (const char letter : line) bytes.push_back(static_cast<std::byte>(letter));
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    return bytes;
}

}  // namespace

UpperSums::UpperSums() {
    std::array<std::array<bool, upper_goal + 1>, 64> possible{};
    possible[0][0] = true;
    for (int upper = 1; upper < 64; ++upper) {
        const int face = std::countr_zero(static_cast<unsigned>(upper)) + 1;
        for (int sum = 0; sum <= upper_goal; ++sum)
            for (int count = 0; count <= 5 && possible[upper & (upper - 1)][sum]; ++count)
                possible[upper][std::min(sum + count * face, upper_goal)] = true;
    }
    for (int upper = 0; upper < 64; ++upper) {
        first_[upper] = static_cast<int>(sums_.size());
        number_[upper].fill(-1);
        for (int sum = 0; sum <= upper_goal; ++sum) {
            if (!possible[upper][sum]) continue;
            number_[upper][sum] = static_cast<std::int16_t>(sums_.size());
            sums_.push_back(static_cast<std::uint8_t>(sum));
        }
    }
    first_.back() = static_cast<int>(sums_.size());
    require(sums_.size() == pairs);
}

const UpperSums& UpperSums::all() {
    static const UpperSums sums;
    return sums;
}

OptimalValues::OptimalValues(const Options& options)
    : name_(name(options)),
      preset_(options.preset),
      distinguishes_scored_(yahtzee::distinguishes_scored(options)) {
    const auto lower_boxes = sheet_of(preset_).lines().size() - upper_boxes;
    remaining_values_.resize((std::size_t{UpperSums::pairs} << lower_boxes) *
                             (distinguishes_scored_ ? 2 : 1));
}

void OptimalValues::keep(const std::vector<double>& remaining_value) {
    // The smallest power of two of which the largest value has less than 2^32.
    const double largest = std::max(std::ranges::max(remaining_value), 1.0);
    unit_ = std::ldexp(1.0, std::ilogb(largest) - 31);
    expectation_ = remaining_value[index({})];
    std::ranges::transform(remaining_value, remaining_values_.begin(), [this](double value) {
        return static_cast<std::uint32_t>(std::min(std::round(value / unit_), 4294967295.0));
    });
}

Position OptimalValues::position(const Column& column) const {
    Position position;
    for (const Box box : sheet_of(preset_).boxes())
        if (column.filled(box)) position = after(position, box, column.points(box));
    return position;
}

Position OptimalValues::after(Position position, Box box, int points) const {
    if (is_upper(box)) {
        position.upper |= static_cast<std::uint8_t>(1 << static_cast<int>(box));
        position.sum = static_cast<std::uint8_t>(std::min(position.sum + points, upper_goal));
        return position;
    }
    position.lower |= lower_bit(sheet_of(preset_), box);
    if (is_for_five_alike(box)) position.scored = points > 0;
    return position;
}

std::size_t OptimalValues::index(const Position& position) const {
    std::size_t set = position.lower;
    if (distinguishes_scored_) set = set * 2 + (position.scored ? 1 : 0);
    const int pair = UpperSums::all().number(position.upper, position.sum);
    require(pair >= 0);
    return set * UpperSums::pairs + static_cast<std::size_t>(pair);
}

std::string OptimalValues::name(const Options& options) {
    const auto preset = options.preset == Preset::kniffel ? Preset::yahtzee : options.preset;
    std::string name(preset_names[static_cast<std::size_t>(preset)]);
    name.append("-").append(name_of(options.joker));
    const int bonus = options.joker == JokerRule::none ? 0 : options.yahtzee_bonus;
    name += '-' + std::to_string(bonus) + '-' + std::to_string(options.upper_bonus);
    if (options.five_is_full_house) name += "-full";
    if (options.order == FillOrder::forced) name += "-ordered";
    return name;
}

std::string OptimalValues::file_header() const {
    return "cubilete optimum 2 " + name_ + ' ' + std::to_string(remaining_values_.size());
}

std::vector<std::byte> OptimalValues::bytes() const {
    std::vector<std::byte> payload;
    payload.reserve(2 * sizeof(double) + remaining_values_.size() * sizeof(std::uint32_t));
    for (const double value : {unit_, expectation_}) put(payload, std::bit_cast<std::uint64_t>(value));
    for (const std::uint32_t value : remaining_values_) put(payload, value);
    return with_heading(file_header(), payload);
}

std::optional<OptimalValues> OptimalValues::read(const Options& options, std::span<const std::byte> bytes) {
    OptimalValues optimum(options);
    const std::size_t size = 2 * sizeof(double) + optimum.remaining_values_.size() * sizeof(std::uint32_t);
    if (bytes.size() < size) return std::nullopt;
    auto payload = bytes.last(size);
    if (!std::ranges::equal(bytes, with_heading(optimum.file_header(), payload))) return std::nullopt;
    for (double* value : {&optimum.unit_, &optimum.expectation_})
        *value = std::bit_cast<double>(take<std::uint64_t>(payload));
    for (std::uint32_t& value : optimum.remaining_values_) value = take<std::uint32_t>(payload);
    return optimum;
}

}  // namespace cubilete::yahtzee
