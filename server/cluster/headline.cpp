#include "server/cluster/headline.hpp"

#include <cstddef>

#include "protocol/json.hpp"

namespace cubilete::server {

namespace {

/// Stops at the first nested value.
class Reader final : public nlohmann::json_sax<protocol::Json> {
  public:
    Headline read;

    bool start_object(std::size_t) override { return depth_++ == 0; }
    bool key(string_t& name) override {
        key_ = name;
        return true;
    }
    bool string(string_t& value) override {
        if (key_ == "t") read.type = value;
        if (key_ == "re") read.re = protocol::Json(value).dump();
        if (key_ == "code") read.code = value;
        if (key_ == "room") read.room = value;
        if (key_ == "match") read.match = value;
        return true;
    }
    bool number_integer(number_integer_t value) override { return number(value); }
    bool number_unsigned(number_unsigned_t value) override {
        return number(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool binary(binary_t&) override { return false; }
    bool end_object() override { return false; }
    bool start_array(std::size_t) override { return false; }
    bool end_array() override { return false; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

  private:
    bool number(std::int64_t value) {
        if (key_ == "re") read.re = std::to_string(value);
        if (key_ == "seq") read.seq = value;
        return true;
    }

    std::string key_;
    int depth_ = 0;
};

}  // namespace

Headline headline_of(std::string_view text) {
    Reader reader;
    protocol::Json::sax_parse(text, &reader, nlohmann::detail::input_format_t::json, false);
    return reader.read;
}

}  // namespace cubilete::server
