#include "engine/starter.hpp"

namespace cubilete {

OptionSpec starter_option() { return choice("starter", {"rolloff", "random", "first"}); }

}  // namespace cubilete
