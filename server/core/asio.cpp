// The compiled part of Asio (BOOST_ASIO_SEPARATE_COMPILATION). Exactly one source of the program includes it.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
