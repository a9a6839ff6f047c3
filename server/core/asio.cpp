// The compiled part of Asio (BOOST_ASIO_SEPARATE_COMPILATION): once for the whole program.
#include <boost/asio/impl/src.hpp>
