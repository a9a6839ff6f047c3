#include "server/admin/admin_sessions.hpp"

#include <algorithm>

#include "server/core/tokens.hpp"

namespace cubilete::server {

namespace {

/// Makes room for one more: what ends first goes.
void evict_oldest(auto& all, std::size_t most) {
    if (all.size() < most) return;
    all.erase(std::ranges::min_element(all, {}, [](const auto& one) { return one.second.end; }));
}

}  // namespace

void AdminSessions::forget_old(Time now) {
    std::erase_if(links_, [&](const auto& one) { return now >= one.second.end; });
    std::erase_if(sessions_, [&](const auto& one) { return one.second.is_over(now); });
}

std::string AdminSessions::add(std::int64_t number, Time now) {
    forget_old(now);
    evict_oldest(links_, most);
    std::string secret = random_token();
    links_[hash(secret)] = {number, now + link_lasts};
    return secret;
}

AdminSessions::Opened* AdminSessions::find(const std::string& secret, Time now) {
    const auto found = sessions_.find(hash(secret));
    return found == sessions_.end() || found->second.is_over(now) ? nullptr : &found->second;
}

std::string AdminSessions::hash(const std::string& secret) { return hex(hash_of(secret)); }

std::optional<AdminSessions::Known> AdminSessions::give(const std::string& hash, Time now) {
    if (const auto session = sessions_.find(hash);
        session != sessions_.end() && !session->second.is_over(now)) {
        session->second.idle_end = now + most_idle;
        return Known{session->second.link, true, session->second.end - now};
    }
    const auto link = links_.extract(hash);
    if (!link || now >= link.mapped().end) return std::nullopt;
    return Known{link.mapped().number, false, session_lasts};
}

AdminSessions::Session AdminSessions::adopt(const std::string& secret, std::int64_t link, Time left,
                                            Time now) {
    forget_old(now);
    evict_oldest(sessions_, most);
    Session session{secret.empty() ? random_token() : secret, link, left};
    sessions_[hash(session.secret)] = {link, now + left, now + most_idle};
    return session;
}

std::optional<AdminSessions::Session> AdminSessions::open(const std::string& secret, Time now) {
    const auto known = give(hash(secret), now);
    if (!known) return std::nullopt;
    if (known->is_session) return Session{secret, known->link, known->left};
    return adopt({}, known->link, known->left, now);
}

std::optional<std::int64_t> AdminSessions::use(const std::string& secret, Time now) {
    Opened* session = find(secret, now);
    if (!session) return std::nullopt;
    session->idle_end = now + most_idle;
    return session->link;
}

std::vector<std::int64_t> AdminSessions::open_links(Time now) {
    forget_old(now);
    std::vector<std::int64_t> numbers;
    for (const auto& [hash, session] : sessions_) numbers.push_back(session.link);
    std::ranges::sort(numbers);
    return numbers;
}

}  // namespace cubilete::server
