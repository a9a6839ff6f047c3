#include "server/lobby/admin_handler.hpp"

#include <set>
#include <stdexcept>
#include <utility>
#include <variant>

#include "protocol/codec.hpp"
#include "server/admin/admin_rows.hpp"
#include "server/core/origin.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::Rejection;

namespace {

constexpr std::int64_t newest_lines = 50;  // of the log

protocol::Rejection wrong_secret() { return refused(RefusalReason::desk_link_over, {}, "/secret"); }

/// Whether secrets may go there: over TLS, or not over a network.
bool is_safe(const std::string& url) {
    if (url.starts_with("https://")) return true;
    const auto parsed = parse_public_url(url);
    return parsed && is_loopback_host(parsed->origin.host);
}

}  // namespace

AdminHandler::AdminHandler(Actor& lobby, Clients& clients, DecreeKeeper& decrees, Directory& directory,
                           Accounts& accounts)
    : lobby_(lobby),
      clients_(clients),
      decrees_(decrees),
      parts_(lobby, clients, decrees, directory),
      views_(lobby, decrees, parts_),
      orders_(lobby, decrees, parts_, accounts) {}

/// A request goes to the part that has carry_out() for it.
void AdminHandler::handle(const PendingAdminRequest& ask, const protocol::AdminRequest& request) {
    std::visit(
        [&](const auto& one) {
            if constexpr (requires { views_.carry_out(ask, one); })
                views_.carry_out(ask, one);
            else if constexpr (requires { orders_.carry_out(ask, one); })
                orders_.carry_out(ask, one);
            else
                carry_out(ask, one);
        },
        request);
}

// ---- links and their sessions

Verdict AdminHandler::handle(const SinkPtr& socket, const protocol::RequestId& request_id,
                             const protocol::AdminRequest& request) {
    if (const auto* with = std::get_if<protocol::AdminOpenRequest>(&request))
        return open(socket, request_id, with->secret);
    const auto link = sessions_.use(clients_.of(socket).admin_session, lobby_.clock().now());
    if (!link) return refused(RefusalReason::desk_not_open);
    const auto answer = [this, socket, request_id](const auto& result) {
        if (const auto* no = std::get_if<Rejection>(&result)) return clients_.refuse(socket, request_id, *no);
        send(socket, request_id, std::get<protocol::AdminReply>(result));
    };
    handle({"link " + std::to_string(*link), answer}, request);
    return {};
}

void AdminHandler::send(const SinkPtr& socket, const protocol::RequestId& request_id,
                        const protocol::AdminReply& reply) {
    socket->send(Frame::reply(protocol::write(protocol::Ok{request_id, to_json(reply)}), request_id));
}

Verdict AdminHandler::open(const SinkPtr& socket, const protocol::RequestId& request_id,
                           const std::string& secret) {
    if (const auto session = sessions_.open(secret, lobby_.clock().now())) {
        opened(socket, request_id, *session);
        return {};
    }
    // Secrets that this node does not know are limited like such tokens, before any other node is asked.
    if (Verdict too_many = clients_.quotas().tokens.try_consume(socket->network())) return too_many;
    if (!lobby_.services().other_nodes) return wrong_secret();
    open_elsewhere(socket, request_id, secret);
    return {};
}

void AdminHandler::opened(const SinkPtr& socket, const protocol::RequestId& request_id,
                          const AdminSessions::Session& session) {
    clients_.of(socket).admin_session = session.secret;
    socket->on_hello();
    const std::int64_t until_ms = lobby_.clock().wall_ms() + session.left.count();
    send(socket, request_id, protocol::AdminSessionReply{session.secret, session.link, until_ms});
}

/// A link that another node made, or a session that was opened there: this node knows it from now on, too.
void AdminHandler::open_elsewhere(const SinkPtr& socket, const protocol::RequestId& request_id,
                                  const std::string& secret) {
    const Json question{{"ask", "secret"}, {"hash", AdminSessions::hash(secret)}};
    lobby_.services().other_nodes->ask_nodes(
        question, [this, socket, request_id, secret](const OtherNodes::AdminAnswers& all) {
            if (!clients_.find(socket)) return;
            for (const Json& part : all.parts)
                if (part.contains("link"))
                    return opened(socket, request_id,
                                  sessions_.adopt(part["session"] ? secret : std::string(), part["link"],
                                                  AdminSessions::Time(part["left_ms"].get<std::int64_t>()),
                                                  lobby_.clock().now()));
            clients_.refuse(socket, request_id,
                            all.silent.empty() ? wrong_secret() : refused(RefusalReason::desk_node_silent));
        });
}

void AdminHandler::answer(const Json& question, const AdminScatterGather::Done& done) {
    const std::string ask = question.value("ask", "");
    if (ask == "links" || ask == "end") {
        const Json part{{"open", sessions_.open_links(lobby_.clock().now())}};
        if (ask == "end") sessions_.end_all();
        return done(part);
    }
    if (ask != "secret") return parts_.answer(question, done);
    const auto known = sessions_.give(question["hash"], lobby_.clock().now());
    if (!known) return done(Json::object());
    done({{"link", known->link}, {"session", known->is_session}, {"left_ms", known->left.count()}});
}

void AdminHandler::carry_out(const PendingAdminRequest& ask, const protocol::AdminOpenRequest&) {
    ask.refuse("This desk is open already.", "/t");
}

/// The number of a link is that of its line in the log.
void AdminHandler::carry_out(const PendingAdminRequest& ask, const protocol::AdminLinkRequest& request) {
    if (!ask.by.starts_with("user ")) return ask.refuse("Only `cubilete admin` makes links.", "/t");
    std::string base = request.url.value_or(lobby_.services().admin.url());
    if (base.ends_with('/')) base.pop_back();
    if (!parse_public_url(base))
        return ask.refuse("That is not a URL like https://example.org/games.", "/url");
    if (!is_safe(base))
        return ask.refuse(
            "Over plain http anybody on the way could read the link. Use https, or a tunnel such as"
            " ssh -L 8080:localhost:8080 and --url http://localhost:8080.",
            "/url");
    const storage::PutAdminRow line = row_of(AdminAction{ask.by, "link", {}, base, lobby_.clock().wall_ms()});
    decrees_.write({line}, [this, ask, base, id = line.row.id](bool written) {
        if (!written) return ask.answer(refused(RefusalReason::disk_full));
        const auto find = [id](const storage::Store& store) {
            for (const storage::AdminRow& row :
                 store.admin_rows({.kind = storage::AdminRow::Kind::log, .most = newest_lines}))
                if (row.id == id) return row.no;
            throw std::runtime_error("the line of a new link is not in the log");
        };
        look_up<std::int64_t>(lobby_, ask, find, [this, ask, base](const std::int64_t& no) {
            const std::string secret = sessions_.add(no, lobby_.clock().now());
            ask.answer(protocol::AdminReply(protocol::AdminLinkReply{
                no, base + "/desk#" + secret, lobby_.clock().wall_ms() + AdminSessions::link_lasts.count()}));
        });
    });
}

void AdminHandler::carry_out(const PendingAdminRequest& ask, const protocol::AdminLinksRequest& request) {
    const Json question{{"ask", request.end ? "end" : "links"}};
    const auto heard = [this, ask, end = request.end](const OtherNodes::AdminAnswers& all) {
        std::set<std::int64_t> open;
        for (const Json& part : all.parts)
            for (const Json& link : part.value("open", Json::array())) open.insert(link.get<std::int64_t>());
        const protocol::AdminReply list(protocol::AdminLinksReply{{open.begin(), open.end()}, all.silent});
        if (!end) return ask.answer(list);
        const storage::PutAdminRow line =
            row_of(AdminAction{ask.by, "links ended", {}, "", lobby_.clock().wall_ms()});
        decrees_.write({line}, [ask, list, is_silent = !all.silent.empty()](bool) {
            if (!is_silent) return ask.answer(list);
            ask.answer(refused(RefusalReason::desk_node_silent));
        });
    };
    answer(question, [&](const Json& own) { parts_.ask_others(question, own, heard); });
}

}  // namespace cubilete::server
