#!/usr/bin/env python3
"""Renames the unusual identifiers of server/ itself, lobby, admin, net, site, history, core and commands: python3 rename_lobby_rest.py ROOT

WORDS has `old new` for words that mean nothing else in any C++ source. SCOPED has `old new` and the folders or files in which the word means
nothing else. CONTEXTS has, for words with further meanings, a folder or file and the tokens around the word, for which `@` stands. All of
them look at the code as it was before, without strings, and at comments where the word must be meant. TEXTS has patterns for the rest."""
import collections
import os
import re
import subprocess
import sys

FILES = [
    ('server/admin/decrees.hpp', 'server/admin/admin_rules.hpp'),
    ('server/admin/decrees.cpp', 'server/admin/admin_rules.cpp'),
    ('server/lobby/decree_keeper.hpp', 'server/lobby/admin_rule_store.hpp'),
    ('server/lobby/decree_keeper.cpp', 'server/lobby/admin_rule_store.cpp'),
    ('server/lobby/decree_enforcer.hpp', 'server/lobby/admin_rule_enforcer.hpp'),
    ('server/lobby/decree_enforcer.cpp', 'server/lobby/admin_rule_enforcer.cpp'),
    ('tests/server/decrees_test.cpp', 'tests/server/admin_rules_test.cpp'),
    ('server/lobby/device_offers.hpp', 'server/lobby/device_codes.hpp'),
    ('server/lobby/device_offers.cpp', 'server/lobby/device_codes.cpp'),
    ('server/history/cup_field.hpp', 'server/history/cup_results.hpp'),
    ('server/history/cup_field.cpp', 'server/history/cup_results.cpp'),
]

# Files that the scripts of the other areas rename: each is meant by both of its names.
ALIASES = dict([
    ('server/room/life.hpp', 'server/room/room_stage.hpp'),
    ('server/room/life.cpp', 'server/room/room_stage.cpp'),
    ('tests/server/life_test.cpp', 'tests/server/room_stage_test.cpp'),
    ('server/cluster/balance.hpp', 'server/cluster/room_balancer.hpp'),
    ('server/cluster/balance.cpp', 'server/cluster/room_balancer.cpp'),
    ('tests/server/balance_test.cpp', 'tests/server/room_balancer_test.cpp'),
    ('server/cluster/own_sockets.hpp', 'server/cluster/local_sockets.hpp'),
    ('server/cluster/own_sockets.cpp', 'server/cluster/local_sockets.cpp'),
    ('server/cluster/questions.hpp', 'server/cluster/node_queries.hpp'),
    ('server/cluster/envelope.hpp', 'server/cluster/mesh_messages.hpp'),
    ('server/cluster/envelope.cpp', 'server/cluster/mesh_messages.cpp'),
    ('tests/server/envelope_test.cpp', 'tests/server/mesh_messages_test.cpp'),
    ('server/match/shown.hpp', 'server/match/view_hashes.hpp'),
    ('server/match/shown.cpp', 'server/match/view_hashes.cpp'),
    ('tests/server/dice_chain.hpp', 'tests/server/seat_chain.hpp'),
    ('tests/server/dice_people.hpp', 'tests/server/dice_client.hpp'),
    ('tests/server/friends.hpp', 'tests/server/two_player_room.hpp'),
    ('tests/server/giving_house.hpp', 'tests/server/handover_fixture.hpp'),
    ('tests/server/relay_house.hpp', 'tests/server/relay_fixture.hpp'),
    ('tests/server/said.hpp', 'tests/server/command_result.hpp'),
    ('tests/server/seating_people.hpp', 'tests/server/seating_fixture.hpp'),
    ('tests/server/three_dice.hpp', 'tests/server/three_seat_dice.hpp'),
    ('tests/server/world.hpp', 'tests/server/test_server.hpp'),
    ('tests/server/proven_match.hpp', 'tests/server/provable_match.hpp'),
    ('tests/server/proven_match_test.cpp', 'tests/server/provable_match_test.cpp'),
    ('tests/server/log_reader.hpp', 'tests/server/log_capture.hpp'),
    ('protocol/described.hpp', 'protocol/serialization.hpp'),
    ('protocol/described.cpp', 'protocol/serialization.cpp'),
    ('protocol/people.hpp', 'protocol/player_info.hpp'),
    ('protocol/refused.hpp', 'protocol/rejection.hpp'),
    ('protocol/refused.cpp', 'protocol/rejection.cpp'),
    ('protocol/bot_of.hpp', 'protocol/typed_bot.hpp'),
    ('protocol/lookalikes.hpp', 'protocol/confusables.hpp'),
    ('storage/page_files.hpp', 'storage/web_file_store.hpp'),
    ('storage/postgres/page_files.hpp', 'storage/postgres/web_file_store.hpp'),
    ('storage/postgres/page_files.cpp', 'storage/postgres/web_file_store.cpp'),
    ('tests/storage/postgres/page_files_test.cpp', 'tests/storage/postgres/web_file_store_test.cpp'),
    ('storage/postgres/look_ups.hpp', 'storage/postgres/lookups.hpp'),
    ('storage/postgres/look_ups.cpp', 'storage/postgres/lookups.cpp'),
])

WORDS = '''
Cached CachedAnswer
CachedField CachedResults
ClusterParts ClusterComponents
CupField CupResults
CupFields CupResultsCache
DecreeEnforcer AdminRuleEnforcer
DecreeKeeper AdminRuleStore
Decrees AdminRules
DeviceOffers DeviceCodes
Find PositionFinder
GivenIdentity RequestedProfile
HousePlayer BuiltInBotPlayer
IdentityWrite PendingProfile
Known TransferredSession
KnownPlayer StoredPlayer
Missed MostMissedTurn
NeverAnswered NoAnswerError
News Changes
Offer DeviceCode
OpenTables TableOpeningPolicy
PositionName PositionId
Read ReadOperation
RoomPlace RoomPosition
SeenPlayers PlayerNetworks
Suspended SuspendedCoroutine
Use Evaluator
Which NodeScope
WindowNews WindowUpdate
WriteDone WriteCallback
abandon_after abandon_timeout
abandon_alone abandon_alone_timeout
accept_pending accept_pending_clients
accepts_host is_accepted_host
accepts_sockets has_socket_capacity
account_export make_account_export
add_cup add_cup_data
admin_socket_name make_admin_socket_name
admin_socket_stem admin_socket_prefix
after_read_ unread_writes_
all_codes_ total_code_rate_
announce log_startup
answer_with_read answer_with_query
ask_others query_other_nodes
attended_of_address_ occupied_rooms_by_address_
auto_bot_after auto_bot_delay
await_codes wait_for_codes
backup_name make_backup_name
ban_of find_ban
bars_newcomers bans_newcomers
being_deleted_ players_being_deleted_
bot_pause bot_delay
bots_of_address bot_moves_per_address
bots_of_player bot_moves_per_player
bots_retry_ bots_retry_timer_
broke_off disconnected
built_in_client embedded_client
by_hash is_shared_by_hash
by_no_ by_number_
bytes_left_ remaining_bytes_
cached_ cached_answers_
cached_fields_ cached_results_
can_take has_token
changed_ changed_games_
chat_lines max_chat_lines
chat_of_player chat_lines_per_player
check_opening check_table_opening
check_waiting serve_pending
client_network to_client_network
client_of find_client_address
closing is_closing
closing_timer_ close_timer_
complete_record make_complete_record
connections_of_address connections_per_address
count_adopted count_adopted_rooms
count_beat count_heartbeat
count_dropped count_dropped_frames
count_fence count_fenced_node
count_relayed count_relayed_message
count_resolved count_resolved_commit
counts_ refusal_counts_
cup_day_after_midnight closed_cup_day
cup_fields_ cup_results_
cup_json make_cup_json
data_setting data_setting_name
database_away_ is_database_unavailable_
database_text_ database_argument_
database_url_error find_database_url_error
days_ cup_days_
declines_seat offer_seat
decree_block parse_banned_block
decree_enforcer_ admin_rule_enforcer_
decree_of to_admin_rule
decrees_ admin_rules_
device_offer device_code_lifetime
dice_ask dice_ask_timeout
dice_late dice_late_budget
dice_return dice_return_grace
dice_step dice_step_timeout
drop_superseded_by drop_superseded
drop_used remove_used
empty_room empty_room_timeout
end_all end_all_sessions
end_greetings cancel_greetings
end_of expiry_ms
ended_decrees_retention_ms ended_rules_retention_ms
entries_of_address log_entries_per_address
environment_variable environment_variable_name
errors_ error_descriptor_
executor_of executor_for
file_text_ file_argument_
find_begun_cup find_started_cup
find_id find_by_id
flag_suggestion suggest_flag
for_people order_for_people
for_programs order_for_programs
forget_ended remove_ended
forget_idle remove_if_idle
forget_old remove_expired
forget_window remove_node
frames_too_early early_frames
free_place evict_room
from_environment read_environment
guests_of_address guests_per_address
handle_waiting handle_queued_messages
hash_limit hash_queue_limit
hash_of_block hash_block
hash_of_code hash_code
hashes_of_address hashes_per_address
hashing_of_address queued_hashes_per_address
header_bytes_ header_addresses_
header_needed required_header_bytes
help_formatter make_help_formatter
host_absence host_absence_timeout
http_of_address http_requests_per_address
identity_writes_ pending_profiles_
idle_end idle_expires_at
invitation_line make_invitation_line
ipv4_blocks ipv4_block_bits
ipv6_blocks ipv6_block_bits
is_being_read is_reading
is_doubtful is_shared
is_in_any is_in_networks
is_whole is_snapshot
join_form make_join_form
language_for choose_language
last_seen_away_ last_seen_unavailable_
last_sent_ last_sent_windows_
left_of_site_ empty_rooms_by_site_
limit_refusal make_limit_refusal
link_lasts link_lifetime
lists_ room_lists_
local_addresses list_local_addresses
log_formatter make_log_formatter
log_line_of to_log_line
log_retention add_log_retention
look_at_table describe_table
look_ups max_queued_lookups
looks_like_another has_lookalike_name
match_entries max_match_entries
matches_page make_matches_page
mean_amount estimate_mean
messages_of_socket messages_per_socket
most_bytes_ max_bytes_
most_bytes_of_version max_version_bytes
most_characters max_characters
most_close max_close_payload_bytes
most_connections max_connections
most_header max_header_bytes
most_idle max_idle_time
most_networks max_networks_per_player
most_players max_players_per_generation
most_requests max_requests
most_sockets max_sockets
most_watchers max_watchers
mute_of find_mute
name_suggestion suggest_name
network_ban find_network_ban
networks_ network_limit_
new_decree make_admin_rule
new_key_row make_key_row
new_player_refusal make_new_player_refusal
newcomers_ban find_newcomer_ban
newest_change_ newest_revision_
news_frame make_update_frame
news_timer_ update_timer_
next_keep_ next_renewal_
nightly_ nightly_backup_
node_row make_node_row
notify_of_device notify_of_new_device
of_match find_match_position
of_node codes_by_node
often_enough required_correct_answers
old_ previous_
on_command_line is_on_command_line
on_newest_change on_newest_revision
open_elsewhere open_at_other_node
open_links links_with_session
openings_of_address websockets_per_address
orders_ commands_
other_versions other_version_files
outbox_bytes max_outbox_bytes
pack compress
page_end_order_ page_cursor_order_
page_ends_ page_cursors_
page_path parse_page_path
payload_left_ remaining_payload_bytes_
peer_user peer_user_id
people_here list_players
people_of to_people
person_json make_person_json
pings_of_socket pings_per_socket
point_reads point_reader
practice_day_ms practice_day_start_ms
prefix_ prefix_frames_
prefix_of prefix_bytes
preview_page make_preview_page
print_decrees print_admin_rules
queued_ queued_bytes_
quick_start quick_start_delay
read_change_ last_read_revision_
read_news load_changes
recent_ current_
record_json make_record_json
record_url parse_record_url
redirect_to redirect
refuse_parameter throw_bad_parameter
refuse_unknown throw_not_found
refuse_unknown_variables reject_unknown_variables
refuse_while_away refuse_if_database_unavailable
release_moved release_moved_room
renew_care recalculate_care
requests_of_player requests_per_player
rooms_json make_rooms_json
rooms_left_of_address empty_rooms_per_address
rooms_made_ last_number_
rooms_of_address rooms_per_address
rooms_of_player rooms_per_player
rooms_of_player_ rooms_by_player_
rounding rounding_tolerance
said_ last_error_output_
same_site is_same_site
schedule_news schedule_update
seats_here list_seats
seen_players_ player_networks_
send_news send_updates
session_lasts session_lifetime
set_lanes set_lane_count
set_window apply_window_update
setting_error find_setting_error
setting_line find_setting_line
setting_source find_setting_source
settings_file_parser make_settings_file_parser
settings_markdown make_settings_markdown
since_ unavailable_since_
sockets_of_address sockets_per_address
sorted_decrees sort_admin_rules
static_page make_static_page
stop_creating stop
tables_here list_tables
tag_of_network make_network_tag
tag_of_network_ network_tagger_
take_changed take_changed_games
tell_all broadcast
thinking_ bot_chance_
time_of_backup parse_backup_time
to_ input_descriptor_
to_capitals to_upper
to_close_ sessions_to_close_
to_small_letters to_lower
today_json make_today_json
toggle add_toggle
try_take try_consume
turn_length turn_duration
unanswered max_unanswered_requests
unused_code take_unused_code
valid_ lifetime_
verifier_page make_verifier_page
view_of to_message
views_ queries_
web web_directory
why_ reason_
with_device_code used_device_code
with_networks find_networks
with_player find_player
withdraw invalidate
write_counts write_refusal_counts
wrong_code_refusal make_wrong_code_refusal
wrong_codes_of_address wrong_codes_per_address
wrong_codes_of_all wrong_codes_in_total
wrong_passwords_of_address wrong_passwords_per_address
wrong_passwords_of_room wrong_passwords_per_room
wrong_rooms_of_address wrong_room_codes_per_address
wrong_tokens_of_address wrong_tokens_per_address
'''

SCOPED = '''
Closing CloseCommand server/net/threaded_sink.cpp server/net/threaded_sink.hpp
Closing CloseRequest server/net/sessions.cpp server/net/sessions.hpp
Decree AdminRule server/admin/ server/lobby/ tests/
Done Callback server/lobby/admin_handler.cpp server/lobby/admin_handler.hpp server/lobby/admin_scatter_gather.cpp server/lobby/admin_scatter_gather.hpp
Game GameRooms server/
InRoom RoomContext server/core/ server/room/dice_witnesses.cpp server/room/match_publisher.cpp server/room/match_publisher.hpp
Opened OpenSession server/admin/
Order RoomOrder server/lobby/waiting_rooms.cpp server/lobby/waiting_rooms.hpp
Page VersionFiles server/site/other_version_files.cpp server/site/other_version_files.hpp
Person Player server/lobby/
Reader Visitor server/site/
Rejection RejectionCallback server/app.cpp server/history/ server/room/services.hpp tests/server/world.hpp tests/simulation/
Seen SeenNetwork server/admin/ server/lobby/admin_scatter_gather.cpp
Steady SteadyClock server/core/ server/site/
Then Callback server/lobby/
Write WriteOperation server/net/
absence absence_timeout server/commands/ server/core/ tests/server/database_away_test.cpp
accept deliver server/net/threaded_sink.cpp server/net/threaded_sink.hpp server/net/ws_session.cpp tests/server/
act action server/admin/
add create_link server/admin/ server/lobby/admin_handler.cpp tests/server/admin_sessions_test.cpp
add enqueue server/app.cpp server/cluster/this_node.cpp server/core/worker.cpp server/core/worker.hpp server/history/ server/site/api.cpp tests/server/worker_test.cpp
admin admin_handler server/cluster/ server/lobby/lobby.hpp tests/server/other_nodes_test.cpp
admin admin_socket server/app.cpp server/app_parts.hpp
admit accept_client server/net/
adopt adopt_session server/admin/ server/lobby/admin_handler.cpp tests/server/admin_sessions_test.cpp
after schedule server/cluster/arriving_rooms.cpp server/cluster/handover.cpp server/cluster/outbound.cpp server/cluster/public_rooms_publisher.cpp server/cluster/questions.hpp server/cluster/remote_rooms.cpp server/core/ server/database_watch.cpp server/net/ server/nightly_backup.cpp server/room/room_restore.cpp tests/server/asio_clock_test.cpp tests/server/manual_clock.hpp
again retry server/lobby/admin_commands.cpp server/lobby/admin_commands.hpp
again retry_timer server/lobby/room_loader.cpp server/lobby/room_loader.hpp
all all_games_limit server/lobby/room_lists.hpp
all all_nodes server/lobby/public_rooms.hpp
all all_sources server/commands/settings.cpp server/commands/settings.hpp
all answers server/lobby/admin_queries.hpp
all executors server/app_cluster.cpp server/core/threads.cpp server/core/threads.hpp
all keep_alive server/lobby/directory.cpp server/lobby/directory.hpp
answer done server/lobby/accounts.hpp
answer make_answer server/site/room_list_cache.cpp server/site/room_list_cache.hpp
answered apply_answer server/history/ server/lobby/ tests/server/practice_test.cpp
answered_ has_answered_ server/
apply apply_changes server/lobby/decree_keeper.cpp server/lobby/decree_keeper.hpp
arg argument server/
ask get server/site/room_list_cache.cpp server/site/room_list_cache.hpp
ask pending server/lobby/admin_commands.cpp server/lobby/admin_commands.hpp server/lobby/admin_handler.hpp server/lobby/admin_queries.cpp server/lobby/admin_queries.hpp server/lobby/lobby.hpp server/lobby/pending_admin_request.hpp
ask_all query_all_nodes server/lobby/
ask_nodes query_nodes server/lobby/ tests/
asked query server/site/api.hpp
at find_source server/site/other_version_files.cpp server/site/page_html.cpp server/site/site_texts.cpp server/site/static_files.hpp tests/server/static_files_test.cpp
at index server/history/cup_field.hpp server/net/frame_rewriter.hpp
at parameter server/site/api_query.hpp
at pointer server/lobby/pending_admin_request.hpp
attended is_occupied server/cluster/ server/lobby/directory.hpp
away is_database_unavailable server/history/ server/site/other_version_files.hpp server/site/website.cpp
away is_unavailable server/core/ server/lobby/directory.cpp server/lobby/directory.hpp server/lobby/lobby.cpp server/lobby/lobby.hpp tests/server/database_away_test.cpp
away_ is_database_unavailable_ server/history/
away_ is_unavailable_ server/database_watch.cpp server/database_watch.hpp
base base_path server/core/origin.hpp server/site/website.cpp server/site/website.hpp tests/server/origin_test.cpp tests/server/other_version_files_test.cpp
begin restart server/core/deadline.hpp
begin start_copy server/nightly_backup.cpp server/nightly_backup.hpp
begin start_exercise server/lobby/practice.cpp server/lobby/practice.hpp
begun has_started server/net/
below next_below server/core/
best best_cost server/history/
bits prefix_bits server/core/address.hpp server/lobby/
board leaderboard_json server/history/
boards leaderboard_scope server/app.cpp server/commands/ server/core/ server/site/api.cpp server/site/api.hpp tests/server/serve_settings_test.cpp
boards leaderboards server/site/page_html.cpp server/site/page_path.cpp server/site/page_path.hpp tests/server/page_html_test.cpp
bots for_bots server/history/cup_field.cpp server/history/cup_field.hpp
bound acceptors server/app_parts.hpp server/net/
bug exception server/core/
busy is_busy server/site/page_html.hpp server/site/website.cpp tests/server/history_test.cpp tests/server/website_test.cpp
but excluded_player server/admin/
by author server/admin/admin_rows.hpp server/admin/decrees.hpp server/lobby/admin_commands.cpp server/lobby/admin_handler.cpp server/lobby/pending_admin_request.hpp tests/server/decrees_test.cpp
by delta server/core/ server/lobby/directory.hpp
by maker server/lobby/room_quota.cpp server/lobby/room_quota.hpp
bytes max_bytes server/commands/healthy.cpp server/net/https_client.hpp
bytes queued_bytes server/net/outbox.hpp tests/server/outbox_test.cpp
bytes_ queued_bytes_ server/net/outbox.cpp server/net/outbox.hpp
carry_out execute server/lobby/
change revision server/admin/decrees.cpp server/admin/decrees.hpp server/lobby/public_rooms.cpp server/lobby/public_rooms.hpp
changed is_profile_changed server/lobby/greeter.cpp server/lobby/greeter.hpp
changed on_change server/database_watch.cpp server/database_watch.hpp
changes change_count server/lobby/accounts.hpp server/lobby/greeter.cpp
changes_ change_count_ server/
chat chat_messages server/lobby/lobby.cpp server/lobby/quotas.cpp server/lobby/quotas.hpp
checked add_checked_value server/commands/
choose choose_move server/commands/arena.cpp server/commands/arena_player.hpp
close_ close_payload_ server/net/
closing_ close_request_ server/net/sessions.cpp server/net/sessions.hpp
closing_ closing_count_ server/lobby/
codes_ code_rates_ server/lobby/
connection connection_slot server/net/ws_session.hpp
connections connection_limit server/app.cpp server/app_parts.hpp server/net/http_server.hpp
copy run_copy server/nightly_backup.hpp
count add_count server/commands/serve_settings.cpp server/commands/settings.hpp
count count_players server/lobby/admin_scatter_gather.cpp server/lobby/admin_scatter_gather.hpp
count count_players_if server/admin/
count counter server/net/connection_limit.hpp
count update_counts server/lobby/room_quota.cpp server/lobby/room_quota.hpp
count update_metrics server/lobby/directory.hpp
count_ counter_ server/net/connection_limit.hpp
counted connection_slot server/net/sessions.cpp server/net/sessions.hpp
counts is_added server/lobby/room_quota.hpp
counts matches server/admin/
data data_directory server/app.cpp server/commands/serve_settings.cpp server/core/config.hpp server/nightly_backup.cpp server/nightly_backup.hpp
database database_option server/commands/verify.cpp
database database_url server/app.cpp server/commands/serve_settings.cpp server/core/ tests/server/serve_settings_test.cpp
database_ database_option_ server/
database_away database_unavailable server/site/http_response.cpp server/site/http_response.hpp
database_away is_database_unavailable server/app.cpp server/site/website.hpp
day backup_interval server/nightly_backup.cpp server/nightly_backup.hpp
days cup_days server/history/practice_reader.cpp server/history/practice_reader.hpp
declined on_declined server/lobby/matchmaker.hpp
decree admin_rule server/admin/admin_rows.hpp server/admin/decrees.cpp server/admin/decrees.hpp server/lobby/admin_queries.hpp server/lobby/decree_enforcer.cpp server/lobby/decree_enforcer.hpp server/lobby/decree_keeper.hpp server/lobby/lobby.cpp tests/server/
decrees admin_rules server/admin/ server/cluster/ server/commands/ server/lobby/admin_commands.cpp server/lobby/admin_commands.hpp server/lobby/admin_handler.cpp server/lobby/admin_handler.hpp server/lobby/admin_queries.hpp server/lobby/admin_scatter_gather.cpp server/lobby/admin_scatter_gather.hpp server/lobby/decree_enforcer.cpp server/lobby/decree_enforcer.hpp server/lobby/decree_keeper.cpp server/lobby/decree_keeper.hpp server/lobby/directory.cpp server/lobby/directory.hpp server/lobby/greeter.cpp server/lobby/greeter.hpp server/lobby/lobby.hpp tests/
draining is_draining server/app_parts.hpp
draining_ is_draining_ server/
dropped dropped_count server/net/outbox.hpp tests/server/outbox_test.cpp
dropped_ dropped_count_ server/net/
embeddable is_embeddable server/site/http_response.cpp server/site/static_files.cpp server/site/static_files.hpp
end exit_reason server/app_parts.hpp
end expires_at server/admin/admin_sessions.hpp
end_ exit_description_ server/commands/arena_process.cpp server/commands/arena_process.hpp
end_turn finish_turn server/
enough min_bytes server/
entries log_entries server/lobby/
erase delete_account server/lobby/accounts.hpp server/lobby/admin_commands.cpp
erase erase_header server/site/http_response.cpp server/site/http_response.hpp
failed error server/net/coalescing_socket.hpp
field results server/history/cup_field.hpp
file file_option server/commands/data_location.hpp
file_ file_option_ server/
find find_header server/site/http_response.hpp tests/server/http_response_test.cpp
find query server/lobby/accounts.hpp server/lobby/greeter.hpp
finish shut_down server/net/ tests/server/threaded_sink_test.cpp
first advertised_rooms server/cluster/public_rooms_publisher.cpp server/lobby/waiting_rooms.hpp
first base_address server/core/address.cpp server/core/address.hpp
first main_executor server/app.cpp server/app_cluster.cpp server/cluster/this_node.cpp server/core/threads.hpp server/database_watch.cpp server/lobby/lobby.cpp server/net/sessions.cpp server/nightly_backup.cpp server/room/care_recalculator.cpp tests/server/actor_test.cpp tests/simulation/node.hpp
flag flags_only server/commands/serve_settings.cpp spar/
forfeit throw_forfeit server/commands/arena_process.cpp server/commands/arena_process.hpp
forget on_account_deleted server/lobby/accounts.cpp server/lobby/accounts.hpp tests/server/other_nodes_test.cpp
forget remove_node server/lobby/public_rooms.cpp server/lobby/public_rooms.hpp server/lobby/waiting_rooms.cpp server/lobby/waiting_rooms.hpp tests/server/public_rooms_publisher_test.cpp
found lookup server/site/page_html.hpp
from acceptor server/net/http_server.cpp server/net/http_server.hpp
from first_entry server/history/record.cpp server/history/record.hpp tests/server/history_test.cpp
from network server/history/history_reader.cpp server/history/history_reader.hpp server/site/api.hpp
from origin server/net/ws_session.cpp server/net/ws_session.hpp
from_ output_descriptor_ server/commands/
full full_rooms server/lobby/waiting_rooms.cpp server/lobby/waiting_rooms.hpp
full is_full server/cluster/ server/lobby/public_rooms.hpp tests/server/envelope_test.cpp
games limit_by_game server/lobby/
get download server/net/record_download.hpp
give transfer server/admin/ server/lobby/ tests/server/admin_sessions_test.cpp
given profile server/lobby/
gone has_left server/core/ server/room/room_publisher.cpp
gone make_closed_outcome server/lobby/practice.cpp server/lobby/practice.hpp
gone on_close server/app.cpp server/net/ws_session.cpp server/net/ws_session.hpp
gone removed server/lobby/public_rooms.hpp tests/server/envelope_test.cpp tests/server/public_rooms_publisher_test.cpp tests/server/seek_test.cpp
greeting is_greeting server/lobby/accounts.cpp server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/lobby.cpp
group start_group server/commands/settings.hpp spar/
hash enqueue_hash server/app.cpp server/app_parts.hpp
hash hash_secret server/lobby/admin_handler.cpp tests/server/admin_sessions_test.cpp
hash_of hash_token server/ tests/server/chain_test.cpp tests/server/readme_dice_test.cpp
hasher hash_worker server/app.cpp server/app_parts.hpp
hashes password_hashes server/lobby/
hex to_hex server/admin/ server/core/ server/history/record.cpp server/match/table.cpp server/room/ tests/server/chain_test.cpp tests/server/dice_vectors.hpp
history history_reader server/app.cpp server/app_parts.hpp
holds is_active server/admin/ server/lobby/admin_commands.cpp server/lobby/decree_enforcer.cpp
hosts host_names server/commands/ server/core/ server/site/website.cpp server/site/website.hpp tests/server/other_version_files_test.cpp tests/server/website_test.cpp
house bot_moves server/core/ server/room/
how admission server/lobby/greeter.hpp
illegal illegal_move server/
immutable is_immutable server/site/http_response.cpp server/site/static_files.cpp server/site/static_files.hpp server/site/website.cpp tests/
in texts_in server/site/page_html.cpp server/site/site_texts.hpp
in_room room_context server/cluster/ server/core/
introduce assign_player server/lobby/clients.cpp server/lobby/clients.hpp
introduce on_hello server/cluster/ server/lobby/directory.hpp server/lobby/greeter.cpp tests/
is predicate server/
is_over is_expired server/admin/
keep max_backups server/app.cpp server/commands/serve_settings.cpp server/core/ server/nightly_backup.cpp server/nightly_backup.hpp tests/server/serve_settings_test.cpp
keep renew_own_files server/site/other_version_files.hpp
keep_ max_backups_ server/
keep_logs match_log_retention server/commands/ server/core/
keeps_text keeps_message_text server/app_parts.hpp server/net/
key_of to_key server/admin/ server/lobby/
lanes write_connections server/commands/ server/core/config.hpp tests/server/
late max_lateness server/core/
late timed_out server/commands/
leaderboard make_leaderboard server/site/api.hpp
least min server/commands/settings.hpp server/site/api_query.cpp server/site/api_query.hpp
left remaining_time server/admin/ server/lobby/admin_handler.cpp tests/server/admin_sessions_test.cpp
left_ms empty_since_ms server/lobby/room_quota.hpp tests/server/quotas_test.cpp
line announcement server/lobby/decree_enforcer.hpp
lines list_announcements server/admin/decrees.cpp server/admin/decrees.hpp server/lobby/decree_enforcer.cpp
lines_ announcements_ server/admin/
link make_lobby_link server/lobby/directory.cpp server/lobby/directory.hpp
list add_list server/commands/serve_settings.cpp server/commands/settings.hpp
list list_after server/lobby/public_rooms.cpp server/lobby/public_rooms.hpp server/lobby/room_lists.cpp tests/server/public_rooms_test.cpp
list update_lists server/lobby/decree_enforcer.cpp server/lobby/directory.cpp server/lobby/directory.hpp
listed codes server/lobby/public_rooms.hpp
lists room_lists server/
load read_load server/app_parts.hpp
look query_windows server/site/
look_up find_data server/site/
made_ms computed_ms server/history/ server/site/
made_ms created_ms server/lobby/decree_keeper.cpp server/lobby/decree_keeper.hpp
made_ms player_created_ms server/lobby/admin_scatter_gather.cpp server/lobby/clients.hpp server/lobby/greeter.cpp server/lobby/greeter.hpp
make create server/lobby/device_offers.cpp server/lobby/device_offers.hpp
median median_cost server/
mentioned_players mentioning_rooms server/lobby/accounts.cpp server/lobby/clients.hpp
message message_limits server/core/ tests/server/serve_settings_test.cpp
missed most_missed_turn server/history/
missed_turns max_missed_turns server/commands/ server/core/ tests/server/room_return_test.cpp
most max server/commands/settings.hpp server/site/api_query.cpp server/site/api_query.hpp
most max_entries server/admin/admin_sessions.hpp tests/server/admin_sessions_test.cpp
most max_keys server/core/hourly_limiter.hpp server/core/token_bucket.hpp
most max_size server/core/fair_queue.hpp
most max_time server/net/sessions.cpp server/net/sessions.hpp
most max_total server/net/connection_limit.hpp
most_ max_keys_ server/core/token_bucket.hpp
most_ max_size_ server/core/fair_queue.hpp
most_ max_total_ server/net/connection_limit.hpp
most_addresses max_addresses server/core/
most_bytes max_bytes server/history/ server/net/outbox.hpp tests/server/history_test.cpp
most_bytes max_cache_bytes server/site/
most_bytes max_line_bytes server/commands/admin.cpp server/net/admin_socket.cpp server/net/admin_socket.hpp
most_entries max_entries server/history/record.cpp server/history/record.hpp
most_rooms max_rooms server/ tests/
most_waiting max_queued server/core/ server/history/
most_waiting_ max_queued_ server/
networks_of find_networks server/admin/ tests/
networks_of list_networks server/lobby/admin_scatter_gather.hpp
newest apply_pending_writes server/lobby/accounts.cpp server/lobby/accounts.hpp server/lobby/greeter.cpp
newest_ last_number_ server/
news changes server/lobby/decree_keeper.hpp
news update server/lobby/directory.cpp server/lobby/directory.hpp server/lobby/public_rooms.cpp server/lobby/public_rooms.hpp server/lobby/room_lists.cpp server/lobby/room_lists.hpp
next next_executor server/core/threads.cpp server/core/threads.hpp server/net/sessions.cpp tests/server/threads_test.cpp
next next_payload server/net/coalescing_socket.hpp
next_ next_payload_ server/
no number server/admin/decrees.cpp server/admin/decrees.hpp server/lobby/admin_commands.hpp server/lobby/decree_enforcer.cpp
node_ cluster_components_ server/app.cpp server/app.hpp
note record server/admin/
note record_network server/lobby/decree_keeper.hpp server/lobby/greeter.cpp
now after server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/public_rooms.cpp server/lobby/public_rooms.hpp server/lobby/room_lists.hpp
now is_occupied server/lobby/room_quota.hpp tests/server/quotas_test.cpp
nowhere not_found server/ tests/server/page_html_test.cpp
number pending_count server/lobby/accounts.cpp server/lobby/accounts.hpp
number to_number server/core/ spar/bot_conduct_checker.hpp
numbers_ last_number_ server/lobby/
of compute server/core/sha256.cpp server/core/sha256.hpp server/match/dice_arithmetic.cpp tests/server/dice_arithmetic_test.cpp
of get_or_add server/admin/networks.hpp server/cluster/ server/lobby/accounts.cpp server/lobby/admin_handler.cpp server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/decree_enforcer.cpp server/lobby/directory.cpp server/lobby/greeter.cpp server/lobby/lobby.cpp server/lobby/matchmaker.cpp
of get_results server/history/cup_field.hpp tests/server/cup_test.cpp
of network server/core/fair_queue.hpp server/core/hourly_limiter.hpp server/core/metrics.hpp server/net/connection_limit.hpp
of_player_ codes_by_player_ server/lobby/
offers device_codes server/lobby/accounts.hpp
offers_ codes_by_hash_ server/lobby/device_offers.cpp server/lobby/device_offers.hpp
offers_ device_codes_ server/lobby/accounts.cpp server/lobby/accounts.hpp
one flushable server/net/flusher.hpp
open is_open server/site/website.cpp server/site/website.hpp tests/server/website_test.cpp
open_ sessions_ server/net/
open_cup load_cup server/
opened on_session_opened server/lobby/
openings websocket_rate server/ tests/server/other_version_files_test.cpp
order positions server/lobby/public_rooms.hpp
origin public_origin server/site/website.hpp tests/server/other_version_files_test.cpp tests/server/website_test.cpp
origins allowed_origins server/commands/ server/core/ server/site/website.hpp tests/server/other_version_files_test.cpp tests/server/serve_settings_test.cpp
others remote_rooms server/lobby/public_rooms.hpp
others_ background_ server/lobby/
otherwise default_value server/
over is_deleted server/cluster/shared_lobby.cpp server/lobby/
own addresses server/net/reach.cpp server/net/reach.hpp
own own_files server/site/other_version_files.cpp server/site/other_version_files.hpp
own own_node server/cluster/shared_lobby.cpp server/lobby/public_rooms.cpp server/lobby/public_rooms.hpp
own_ own_files_ server/site/
parts answers server/lobby/admin_handler.cpp server/lobby/admin_scatter_gather.cpp server/lobby/other_nodes.hpp tests/server/other_nodes_test.cpp
parts context server/net/ws_session.cpp server/net/ws_session.hpp
parts dependencies server/net/http_server.cpp server/net/http_server.hpp
parts scatter_gather server/lobby/admin_commands.hpp server/lobby/admin_queries.hpp
parts_ dependencies_ server/net/http_server.cpp server/net/http_server.hpp
parts_ scatter_gather_ server/lobby/
paths source_paths server/site/other_version_files.cpp server/site/site_texts.cpp server/site/static_files.hpp tests/
patience answer_timeout server/commands/arena_player.hpp
patience_ answer_timeout_ server/
pause_ retry_timer_ server/net/
people player_count server/lobby/room_quota.hpp
people players server/lobby/clients.hpp
people_ players_ server/
per period server/core/ server/lobby/ tests/
person find_player server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/lobby.cpp server/lobby/matchmaker.cpp
place insert_in_order server/lobby/waiting_rooms.hpp
place location server/site/
place position server/lobby/public_rooms.hpp server/lobby/room_lists.hpp
place rank_at server/history/cup_field.hpp
place_of find_position server/lobby/
place_of find_rank server/history/
prepared preconditions server/app_parts.hpp
prepared_ preconditions_ server/
process_ process_id_ server/commands/arena_process.cpp server/commands/arena_process.hpp
proxies trusted_proxies server/net/ server/site/ tests/server/other_version_files_test.cpp tests/server/website_test.cpp
put changed tests/server/envelope_test.cpp tests/server/seek_test.cpp
put write server/lobby/practice.cpp server/lobby/practice.hpp
queued_bytes max_queued_bytes server/commands/ server/core/config.hpp server/net/sessions.cpp
rate add_rate server/commands/serve_settings.cpp server/commands/settings.hpp
read parse server/history/practice_reader.hpp server/lobby/practice.cpp tests/server/practice_test.cpp
read read_data server/lobby/greeter.cpp server/lobby/greeter.hpp
read start_read server/lobby/decree_keeper.cpp server/lobby/decree_keeper.hpp
read_ loaded_count_ server/lobby/
read_ read_buffer_ server/commands/
reader visitor server/site/page_html.cpp server/site/page_html.hpp
reading is_reading server/
receive on_message server/net/
redirects max_redirects server/commands/ server/net/https_client.hpp
refusal error_text server/commands/setting_sources.cpp server/commands/setting_sources.hpp
refusal make_refusal_page server/site/
refused on_dropped server/core/worker.cpp server/core/worker.hpp
refused on_refused server/lobby/directory.hpp
refused refusal_code server/core/sink.hpp
refused refused_count server/admin/decrees.cpp server/admin/decrees.hpp
requester find_requester server/lobby/accounts.cpp server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/directory.cpp server/lobby/greeter.cpp server/lobby/matchmaker.cpp server/lobby/room_lists.cpp
requests request_rate server/app.cpp server/app_parts.hpp server/site/
requests to_requests server/core/ server/room/room.cpp tests/server/token_bucket_test.cpp
reserved reserved_seats server/lobby/waiting_rooms.hpp
restored allow_missing_entries server/
retry_ms retry_delay_ms server/site/
room make_room_page server/site/page_html.hpp
room make_room_response server/site/api.cpp server/site/api.hpp
room room_code server/site/website.hpp tests/server/website_test.cpp
rooms joined_rooms server/lobby/accounts.cpp server/lobby/clients.hpp server/lobby/lobby.cpp
row_of find_row server/history/
row_of to_row server/admin/ server/lobby/ tests/server/admin_test.cpp tests/server/decrees_test.cpp
rules operator_settings server/app_parts.hpp server/lobby/decree_enforcer.cpp server/lobby/decree_keeper.hpp server/lobby/directory.cpp
rules_ operator_settings_ server/lobby/
say announcement server/admin/ server/lobby/
seat assign_seat server/lobby/matchmaker.hpp
seat seat_at_other_node server/lobby/other_nodes.hpp tests/server/other_nodes_test.cpp
seated seated_players server/cluster/ server/lobby/waiting_rooms.hpp tests/server/public_rooms_publisher_test.cpp
seats seat_count server/cluster/envelope.cpp server/lobby/waiting_rooms.hpp
seats seated_rooms server/cluster/remote_rooms.cpp server/lobby/admin_scatter_gather.cpp server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/decree_enforcer.cpp server/lobby/greeter.cpp server/lobby/lobby.cpp
seek forward_seat_search server/lobby/other_nodes.hpp tests/server/other_nodes_test.cpp
seek search_seat server/cluster/outbound.cpp server/lobby/matchmaker.hpp
seen player_networks server/lobby/decree_keeper.hpp
set set_header server/site/http_response.cpp server/site/http_response.hpp server/site/website.cpp
set setting_override server/admin/decrees.cpp server/admin/decrees.hpp
set_database_away set_database_unavailable server/app.cpp server/core/ server/database_watch.cpp server/lobby/directory.hpp server/lobby/lobby.cpp server/lobby/lobby.hpp tests/
setting find_setting server/admin/ server/lobby/ tests/server/
settings list_settings server/admin/ server/lobby/admin_commands.cpp
share_of_wins estimate_win_share server/commands/arena.cpp server/commands/arena_estimate.cpp server/commands/arena_estimate.hpp tests/server/
shown last_shown server/lobby/room_lists.hpp
shown listing server/lobby/public_rooms.cpp server/lobby/public_rooms.hpp
silent silent_nodes server/lobby/admin_handler.cpp server/lobby/other_nodes.hpp tests/server/other_nodes_test.cpp
since_ms connected_ms server/lobby/accounts.cpp server/lobby/clients.hpp server/lobby/decree_enforcer.cpp
since_ms empty_since_ms server/lobby/room_quota.hpp
site website server/app.cpp server/app_parts.hpp server/net/ server/site/
size add_size server/commands/settings.hpp
slot socket_slot server/net/ws_session.cpp server/net/ws_session.hpp
standalone is_standalone server/site/http_response.cpp server/site/static_files.cpp server/site/static_files.hpp tests/server/
stopped_ is_stopped_ server/core/ server/lobby/
stored file_store server/site/
tables_of find_tables server/lobby/ tests/server/other_nodes_test.cpp
tag network_tagger server/lobby/
tag_of network_tag server/
taken taken_seats server/cluster/envelope.cpp server/lobby/public_rooms.hpp server/lobby/waiting_rooms.hpp tests/server/envelope_test.cpp
takes is_supported server/
text to_string server/commands/arena_player.cpp server/commands/arena_process.hpp server/lobby/practice.cpp server/net/https_client.cpp
text_of format_text server/site/
then done server/lobby/decree_keeper.hpp
think evaluate server/lobby/
threads thread_count server/commands/ server/core/config.hpp
time add_duration server/commands/serve_settings.cpp server/commands/settings.hpp spar/spar.cpp
time timeout server/commands/given_record.cpp server/commands/healthy.cpp server/net/https_client.cpp server/net/https_client.hpp
times count server/core/
tls uses_tls server/net/url.cpp server/net/url.hpp
to destination server/nightly_backup.hpp
to target server/net/url.cpp server/net/url.hpp
today make_cup_of_day server/history/cup_field.hpp server/lobby/accounts.cpp
tokens unknown_tokens server/
took duration server/core/
total room_count server/cluster/ server/lobby/public_rooms.hpp tests/server/envelope_test.cpp tests/server/public_rooms_publisher_test.cpp tests/server/public_rooms_test.cpp
tried tried_rooms server/lobby/matchmaker.cpp server/lobby/matchmaker.hpp server/lobby/other_nodes.hpp server/lobby/waiting_rooms.cpp server/lobby/waiting_rooms.hpp
turns_ next_index_ server/
typed typed_code server/
unlisted is_unlisted server/
up living server/cluster/this_node.cpp server/core/
use authenticate server/admin/ server/lobby/admin_handler.cpp tests/server/admin_sessions_test.cpp
use evaluate_exercise server/lobby/practice.hpp
use install_key server/lobby/decree_keeper.cpp server/lobby/decree_keeper.hpp
used is_used server/lobby/
used last_use server/site/other_version_files.hpp
uses_ use_count_ server/site/
valid lifetime server/lobby/device_offers.hpp
value add_value server/commands/serve_settings.cpp server/commands/settings.hpp
views with_views server/history/ server/site/ tests/server/check_test.cpp
visited visited_rooms server/lobby/accounts.cpp server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/directory.cpp server/lobby/matchmaker.cpp
wait retry_delay server/core/address_rate.hpp server/core/token_bucket.hpp server/lobby/quotas.cpp server/lobby/quotas.hpp server/site/http_response.cpp server/site/http_response.hpp tests/server/token_bucket_test.cpp
waiting pending_callbacks server/site/
waiting queued_messages server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/lobby.cpp
waiting waiting_rooms server/cluster/envelope.cpp server/lobby/directory.hpp server/lobby/public_rooms.hpp tests/server/envelope_test.cpp
waiting_ pending_ server/site/
waiting_ queue_ server/core/
waiting_ waiting_rooms_ server/lobby/
waits_ is_waiting_ server/
wake_ wake_condition_ server/core/ server/site/
wanted query server/history/
wanted request server/lobby/matchmaker.hpp server/lobby/other_nodes.hpp
wanted upgrade server/net/sessions.cpp server/net/sessions.hpp
what command server/admin/admin_rows.hpp server/lobby/admin_commands.hpp
what detail server/commands/arena_process.cpp server/commands/arena_process.hpp
what purpose server/lobby/greeter.cpp server/lobby/greeter.hpp
where context server/
which scope server/lobby/
whom target server/admin/admin_rows.hpp
why reason server/lobby/decree_keeper.cpp server/lobby/decree_keeper.hpp server/lobby/quotas.cpp server/lobby/quotas.hpp
why rejection server/lobby/clients.cpp server/lobby/clients.hpp server/lobby/request_task.hpp
word house_word server/lobby/decree_enforcer.hpp server/lobby/decree_keeper.hpp
word next_word server/core/chance.cpp tests/server/chance_test.cpp
wrong unknown_name server/commands/setting_sources.cpp server/commands/setting_sources.hpp
wrong_codes wrong_code_count server/lobby/
'''

CONTEXTS = '''
# server/
absence absence_timeout	limits . @
act action	( row_of ( @	AdminAction & @	what = @
act write_action	"" ; @	) ; @	) return @	; void @	AdminCommands :: @	] { @
after rooms_after	ListedRoom > @	PublicRooms :: @	rooms ( ) . @	rooms_ . @
after schedule	clock_ -> @
all all_games_limit	watcher . @
all all_nodes	Which :: @
all answers	, const OtherNodes :: AdminAnswers & @ ) {	id , @ ]	view . silent = @	view . silent_nodes = @
answer done	) > & @	player } ) ; @
ask get	rooms_ -> @
ask pending	"" ) ) return @	& ) { @	) ; @	, [ @	AdminAction { @	PendingAdminRequest & @	ask = std :: move ( @ ) ,	base ) ) return @	carry_out ( @	end ) return @	handle_admin_request ( PendingAdminRequest @	if ( ! @ . by	is_silent ) return @	lobby_ , @	this , @ ,	written ) return @
ask_nodes query_nodes	} void @
asked query	ApiQuery & @	before = @	bots = @	by_name = @	cup ( path , @	days = @	from = @	game = @	leaderboard ( @	player = @	views = @
at find_source	StaticFiles :: @	icon = @
at index	( plays [ @	( unmask_byte ( @	, plays [ @	- - @	2 + @ %	close_ [ @	int64_t > ( @	place ( std :: size_t @	std :: size_t @ , unsigned	unmask_byte ( std :: size_t @	{ while ( @
at parameter	! why . @	= why . @
away is_database_unavailable	history_reader_ . @
away is_unavailable	} bool @
base base_path	, . @	url . @
bits prefix_bits	block -> @	block . @	network . @	one . @	other . @
board leaderboard_json	cup_fields_ . @
busy is_busy	found . @	{ . @
by author	"" ) , . @	act . @	decree . @	set -> @
by delta	, int @	game , @
bytes max_bytes	limits . @	limits_ . @
bytes queued_bytes	outbox_ . @
change revision	, . @	decree . @
choose choose_move	HousePlayer :: @	ProgramPlayer :: @
command post_command	; void @	ThreadedSink :: @	final { @
connections connection_limit	parts_ . @
copy run_copy	( ! @	NightlyBackup :: @
count update_metrics	Directory :: @	invitation ) ; @	} ) ; @
counts is_added	, bool @	; if ( @	address , @	address_key , @	site , @	site_key , @
cup make_cup	) return @	:: Json @	Api :: @
database database_option	Option * @
database database_url	config . @
database_away database_unavailable	) return @
database_away is_database_unavailable	site . @
declined on_declined	) > @	) return @	move ( @
decree admin_rule	"" + @	"" , @	& & @	& [ @	( ! @	( * @	) ) @	) ) return @	) : @	, { @	:: AdminRule @	:: Decree @	= * @	= { @	> ( @	CountRefusals { @	CountRefused { @	Decree & @	Decree * @	all = @	at_ms = @	author = @	by = @	const auto @	counts_ [ @	expected_revision = @	holds = @	id = @	if ( @	is_active = @	is_newcomer ? @	key = @	known_change = @	move ( @	network : @	newcomers_until_ms = @	no = @	number = @	or_null ( @	player , @	refused = @	row_of ( @	text = @	until_ms = @	{ auto @	{ { @
decree write_admin_rule	) ; @	) { @	; void @	; } @	AdminCommands :: @	confirmed ) return @	name ; @	yes ) return @
decrees admin_rules	AdminRow > @	DecreeKeeper & @	decrees_ ( @	decrees_ . @	found . @
draining is_draining	) { @	frontend_ . @
dropped dropped_count	outbox_ . @
embeddable is_embeddable	file . @	true , . @
end expires_at	) . @ )	second . @
erase delete_account	) { @	Accounts :: @
field results	kept . @	second . @
file file_option	data . @
find find_header	= answer . @	HttpResponse :: @
find query	) > @ )	, Query @	, std :: move ( @	= [ find = std :: move ( @ ) , & journal	services ( ) . look_up_soon , socket , @ ) ; } Awaitable	services ( ) . query_history_soon , socket , @ ) ; } Awaitable
first advertised_rooms	WaitingRooms :: @
first base_address	: one . @	block -> @	block . @	mapped . @	other . @
first main_executor	threads . @
flag flags_only	Sources { @
forget on_account_deleted	accounts ( ) . @
forget remove_node	rooms_ . @	waiting_ . @
found lookup	> ( * @	LookupResult > & @	else if ( @	if ( @ &
from first_entry	{ . @
from network	asked , @	code , @	history_reader_ . post ( @	id , const ClientNetwork & @	match , @ ,	path , const ClientNetwork & @	readers , @	target , const ClientNetwork & @
get download	> & @	parse_record ( @
gone has_left	in_room -> @
gone removed	changes . @	m . @ ,	news . @
greeting is_greeting	) . @	client -> @
group start_group	settings . @
hash hash_secret	AdminSessions :: @	find ( @ (	give ( @	links_ [ @	sessions_ [ @	static std :: string @
hex to_hex	{ return @
holds is_active	decree . @	one . @	other . @
hosts host_names	, . @	config . @
how admission	) , @	) ; @	, Admission @	Admission & @	back_inserter ( @	made_ms = @	move ( @	rooms = @	seats = @	sort ( @	unique ( @
immutable is_immutable	, . @
introduce assign_player	clients_ . @
introduce on_hello	Directory :: @
keep renew_own_files	OtherVersionFiles :: @	next_keep_ ) @
keep_logs match_log_retention	config . @
keeps_text keeps_message_text	, . @
key setting_name	) , . @	; std :: string @	decree . @	set . @
lanes write_connections	config . @	config_ . @
leaderboard make_leaderboard	) return @	Api :: @
line announcement	. text , @ . until_ms	Decree & @	NoticePush { @	no , @	notice_of ( @
lines list_announcements	) . @
listed codes	) . @	] . @	others . @	second . @
make create	offers_ . @
mentioned_players mentioning_rooms	Person :: @	] . @	who . @
message message_limits	limits . @
missed_turns max_missed_turns	limits . @
most max_entries	links_ , @	sessions_ , @
name id	position . @	{ . @	{ PositionName @
networks_of find_networks	) . @
networks_of list_networks	AdminScatterGather :: @	done ( @
news changes	News & @	row : @
no number	, . @	:: int64_t @	decree . @	desk_decree_over , std :: to_string ( @ ) ,	find ( @	made -> @	one . @	other . @
note record	seen_players_ . @
note record_network	DecreeKeeper :: @
now after	WindowsByGame & @	its_game , window ] : @	total = @
now is_occupied	occupancy . @
of compute	= key . @	hmac_ . @
of get_or_add	SeenPlayers :: @	networks = @
of get_results	CupFields :: @	field = @
of network	ClientNetwork & @	at , @
offers device_codes	accounts_ . @
one flushable	Flushable > @	pending_ . push_back ( std :: move ( @ ) ) ; if
open is_open	site . @
order positions	game . @	listed . @	second . @
origin public_origin	, . @	site . @
origins allowed_origins	, . @	config . @	site . @
others remote_rooms	] . @	game . @	listed . @	second . @
page files	Page > @ ;	remembered . @	second . @
parts answers	all . @	answers . @
parts scatter_gather	& part : @	> & @	AdminScatterGather & @	decrees ) , parts_ ( @
paths source_paths	StaticFiles :: @
people players	clients_ . @
per period	rate . @
person find_player	clients_ . @
place insert_in_order	) ; @	0 ; @	WaitingRooms :: @	deadline ; @
place position	RoomPlace & @ ,	game , @	upper_bound ( @
place rank_at	CupField :: @	field . @	nullopt ; return @
proxies trusted_proxies	, . @
put changed	ListedRoom > @	changes . @	m . @	news . @
rate add_rate	Settings :: @
read parse	PositionName :: @
receive on_message	{ . @
redirects max_redirects	limits_ . @
refused on_refused	) > @	= std :: move ( @	code ) ) return @
refused refusal_code	frame . @
refused refused_count	) , . @	decree . @	other . @	return one . @
requester find_requester	clients_ . @
requests to_requests	} . @
reserved reserved_seats	second . @
room make_room_page	Pages :: @	pages . @
rooms joined_rooms	! known -> @	( known -> @	, known -> @	Person :: @	] . @	person -> @	person . @	player ) . @	who . @
rules operator_settings	) : @	prepared_ . @
seat assign_seat	) . @	Matchmaker :: @	then ) { @
seat seat_at_other_node	other_nodes -> @	} void @
seated seated_players	room . @
seats seat_count	room . @
seats seated_rooms	person -> @	player ) -> @	who . @
seek forward_seat_search	; } bool @	others -> @
seek search_seat	) . @	Matchmaker :: @
seen player_networks	decrees_ . @
set setting_override	Kind :: @
set_database_away set_database_unavailable	Directory :: @
shown last_shown	watcher . @
silent silent_nodes	< std :: string > @	all . @	answers . @	networks . @	{ . @
since_ms connected_ms	client -> @	client . @
size add_size	Settings :: @	settings . @
standalone is_standalone	file . @	immutable , . @
sweep cleanup	counts , @	timers_ . @
sweep remove_ended	) ; @	DecreeKeeper :: @	keys ) ; void @	sweep_interval , [ this ] { @ ( )
tables_of find_tables	) . @	room ) ; } void @
taken taken_seats	listed . @
text to_string	Forfeit :: @	PositionName :: @	authority ( ) const ; std :: string @ ( ) const {	forfeit . @	name . @	text ) ; std :: string @ ( )	url . @	} . @
then done	( WriteDone @	) ) ; @	) , then = std :: move ( @ ) ] ( const	, WriteDone @	, std :: move ( @	Found & ) > @	T > :: Then @	look , [ @	look = [ @	pending_writes_ . push_back ( std :: move ( @ ) ) ; lobby_	then ] { @ ( refused	try { @
threads thread_count	config_ . @
time add_duration	Settings :: @
tls uses_tls	url . @	url_ . @
to destination	back_up ( @	delete_oldest ( @	info ( "" , @	path & @
today make_cup_of_day	CupFields :: @
total room_count	) -> @	PublicRooms :: @	news . @	old . @	others . @	rooms_ . @	total = @	window -> @
use evaluate_exercise	find , Use @	found , Use @	move ( @
used last_use	page -> second . @	second . @ ;
valid lifetime	offers_ . @
value add_value	) { @
visited visited_rooms	) . @
wait retry_delay	tries . @
waiting waiting_rooms	directory_ . @	news . @
wanted request	& request_id , const protocol :: QuickMatch & @ , const std ::	:: QuickMatch & @ , std	:: QuickMatch @ ,	accepts_bot = @	player , @	request_id , @	room , @	settings ) , @	settings_of ( @	stranger , @
what command	, const std :: string & @ , const	act . @	by , @ ,	row , @
whom target	act . @
word house_word	& * @	( ! @ |	> & @	check_opening ( @	} if ( @
word next_word	; private : std :: uint32_t @ ( )	virtual std :: uint32_t @
word with_house_word	OpenTables :: @	all , @
# server/lobby/admin_queries.cpp
all answers	; for ( const Json & part : @ . parts ) {
# spar/
number to_number	( @	= @	connection , @	line , @
# tests/
Then Callback	> :: @
all executors	threads . @
ask get	answer -> @
away is_database_unavailable	one . @
base base_path	, . @	website . @
board leaderboard_json	fields . @
data data_directory	config . @
day backup_interval	NightlyBackup :: @
find find_header	"" ) ) . @	"" , "" ) . @	CHECK ( answer . @	again . @	answer ( "" ) . @	etag = first . @	person ) . @	worker . @	} } ) . @
first main_executor	threads -> @	threads . @
gone removed	changes . @
hex to_hex	0 , @
key setting_name	, . @
no number	) -> @	, . @	back -> @
note record	seen . @
openings websocket_rate	, . @
origins allowed_origins	, . @
people player_count	false , . @
put changed	] . @	changes . @
refused refused_count	back -> @	nullopt , . @
requests request_rate	, . @
set setting_override	Kind :: @
text to_string	name -> @	url -> @	url . @
total room_count	, . @	window -> @
views with_views	, . @	{ . @
waiting waiting_rooms	, . @	] . @
'''

# (files, pattern, replacement), in comments and in what is not C++
TEXTS = [
    ('server/bundle.cmake', '\\bbuilt_in_client\\b', 'embedded_client'),
    ('server/embed.cmake', '\\bbuilt_in_client\\b', 'embedded_client'),
    ('ARCHITECTURE.md', '\\| `decrees\\.hpp` \\|', '| `admin_rules.hpp` |'),
    ('ARCHITECTURE.md', '`empty_room`', '`empty_room_timeout`'),
    ('CONTRIBUTING.md', 'is stored as a decree \\(', 'is stored as an admin rule ('),
    ('CONTRIBUTING.md', '\\| decree \\| what the operator has laid down: a ban, a mute, a line to everybody, a setting \\|', '| admin rule | what the operator has laid down: a ban, a mute, a line to everybody, a setting; *decree* on the wire and in the data |'),
]

# (folders, pattern, replacement), in comments of C++
COMMENTS = [
    ('server/', '\\bFrame::InRoom\\b', 'Frame::RoomContext'),
    ('server/', '\\bOtherNodes::seek\\b', 'OtherNodes::forward_seat_search'),
    ('server/', '\\bHistoryReader::away\\b', 'HistoryReader::is_database_unavailable'),
    ('server/lobby/room_lists.hpp', '\\bforget\\(\\): it cannot', 'remove_node(): it cannot'),
    ('server/match/match_dice.cpp', '\\bunlike hex\\(\\)', 'unlike to_hex()'),
    ('server/lobby/admin_queries.cpp', '`scatter_gather`: answers', '`parts`: answers'),
    ('server/lobby/greeter.hpp', '\\bClient::made_ms\\b', 'Client::player_created_ms'),
    ('server/lobby/clients.hpp', '`greeting` or `reading`', '`is_greeting` or `is_reading`'),
    ('server/lobby/clients.hpp', '`visited` are', '`visited_rooms` are'),
    ('server/lobby/', '\\bask_all\\(\\)', 'query_all_nodes()'),
    ('server/lobby/other_nodes.hpp', '\\b(as in )?(\\n? *)tables_of\\b', '\\1\\2find_tables'),
    ('server/commands/settings.hpp', '`flag`: the settings', '`flags_only`: the settings'),
    ('server/net/outbox.hpp', '`most_bytes`', '`max_bytes`'),
    ('server/admin/admin_sessions.hpp', 'by hash\\(\\) of', 'by hash_secret() of'),
    ('server/admin/operator_settings.hpp', '`word`: who', '`with_house_word`: who'),
    ('server/net/ws_session.hpp', '`receive` needs', '`on_message` needs'),
    ('server/site/page_path.hpp', '`boards`', '`leaderboards`'),
    ('server/', '\\bLimits::message\\.bytes\\b', 'Limits::message_limits.bytes'),
    ('server/ tests/server/', '\\bMatchmaker::seek\\b', 'Matchmaker::search_seat'),
    ('server/ tests/server/', '\\b([Aa]) decree\\b', '\\1n admin rule'),
    ('server/ tests/server/', '\\bdecree(s?)\\b', 'admin rule\\1'),
]

# Names that are also members of messages, columns or words of English: in comments only where they are written as names.
QUIET = {'made_ms', 'since_ms', 'left_ms', 'here_since_ms', 'open_tables', 'house_word', 'public_tables'}

TOKEN = re.compile(r'''//(?:[^\n\\]|\\.|\\\n)*|/\*.*?\*/|(?:u8|u|U|L)?R"(?P<d>[^\s()\\"]{0,16})\(.*?\)(?P=d)"|(?:u8|u|U|L)?"(?:[^"\\\n]|\\.)*"'''
                   r'''|(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.)+'|[A-Za-z_]\w*|\d[\w.']*|::|->|[^\s\w]''', re.S)
WORD = re.compile(r'[A-Za-z_]\w*')


def is_plain(name):
    """Whether a comment may have it as a word of English."""
    return name in QUIET or '_' not in name.strip('_') and (name == name.lower() or name[1:] == name[1:].lower())


def is_quoted(text, start, end):
    """Whether a word of a comment is meant as a name: word(), Type::word, `word`."""
    return text[end:end + 1] == '(' and text[start - 1:start] != ' ' or text[end:end + 2] == '()' or text[start - 2:start] == '::' \
        or text[end:end + 2] == '::' or (text[start - 1:start] == '`' and text[end:end + 1] in ('`', '.', '('))


def read_rules():
    words, scoped, contexts = {}, collections.defaultdict(list), collections.defaultdict(list)
    for line in WORDS.strip().splitlines():
        old, new = line.split()
        words[old] = new
    for line in SCOPED.strip().splitlines():
        old, new, *places = line.split()
        for place in places:
            scoped[old].append((place, new))
    place = ''
    for line in CONTEXTS.strip().splitlines():
        if line.startswith('# '):
            place = line[2:]
            continue
        head, *rest = line.split('\t')
        old, new = head.split()
        for each in rest:
            left, right = each.split('@')
            contexts[old].append((place, new, left.split(), right.split()))
    return words, scoped, contexts


def lies_in(path, place):
    return path == place or place.endswith('/') and path.startswith(place)


def rename_code(path, text, rules, used):
    """The text of a C++ file with its renames; `path` is its former name."""
    words, scoped, contexts = rules
    tokens, starts, comments = [], [], []
    for match in TOKEN.finditer(text):
        token = match.group()
        if token.startswith(('//', '/*')):
            comments.append(match)
            continue
        is_text = token[-1] == '"' or token[-1] == "'"
        tokens.append('""' if is_text else token)
        starts.append(match.start())

    def new_name(at):
        old = tokens[at]
        if old in words:
            used[old, words[old], ''] += 1
            return words[old]
        for place, new in scoped.get(old, ()):
            if lies_in(path, place):
                used[old, new, place] += 1
                return new
        for place, new, left, right in contexts.get(old, ()):
            if lies_in(path, place) and tokens[max(0, at - len(left)):at] == left and tokens[at + 1:at + 1 + len(right)] == right:
                used[old, new, place, ' '.join(left) + '@' + ' '.join(right)] += 1
                return new
        return None

    edits, locally = [], collections.defaultdict(list)
    for at, start in enumerate(starts):
        new = None if tokens[at] == '""' or text.rfind('#include', text.rfind('\n', 0, start) + 1, start) >= 0 else new_name(at)
        locally[tokens[at]].append((start, new))
        if new is not None:
            edits.append((start, tokens[at], new))

    def nearest(comment, old):
        """The new name of the word in the code that the comment stands at: just behind it, or before it in its line."""
        for start, new in locally.get(old, ()):
            if text.rfind('\n', 0, comment.start()) < start < comment.end() + 1200:
                return new
        return None

    for comment in comments:
        for match in WORD.finditer(comment.group()):
            old = match.group()
            start = comment.start() + match.start()
            if old in words:
                new = words[old] if not is_plain(old) or is_quoted(text, start, start + len(old)) else None
                if text[start + len(old):start + len(old) + 4] in ('.hpp', '.cpp'):
                    new = None
            else:
                new = None if text[start - 2:start] == '::' else nearest(comment, old)
                if is_plain(old) and not is_quoted(text, start, start + len(old)):
                    new = None
            if new is not None:
                edits.append((start, old, new))
    for start, old, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[start + len(old):]
    return text


def rename_comments(path, text, used):
    """Words of comments that mean the thing and not its name."""
    def rename(match):
        comment = match.group()
        if comment.startswith(('//', '/*')):
            for where, pattern, new in COMMENTS:
                if any(lies_in(path, place) for place in where.split()):
                    comment, count = re.subn(pattern, new, comment)
                    used['comment', pattern, where] += count
        return comment
    return TOKEN.sub(rename, text)


def rename_words(text, words):
    """A text that is not C++: types, and functions that are written with brackets."""
    def rename(match):
        old = match.group()
        if old not in words or is_plain(old) or (old == old.lower() and text[match.end():match.end() + 2] != '()'):
            return old
        return words[old]
    return WORD.sub(rename, text)


def rename_paths(path, text):
    for old, new in FILES:
        names = [(old, new)]
        if path.endswith('.md') and old.startswith('server/'):
            names.append((old.removeprefix('server/'), new.removeprefix('server/')))
        folder = os.path.dirname(path) + '/'
        if path.endswith('CMakeLists.txt') and old.startswith(folder):
            names.append((old.removeprefix(folder), new.removeprefix(folder)))
            stem = os.path.splitext(old.removeprefix(folder))[0]
            names.append((stem, os.path.splitext(new.removeprefix(folder))[0]))
        for former, name in names:
            text = re.sub(rf'(?<![\w/]){re.escape(former)}(?![\w/])', name, text)
    return text


def main():
    os.chdir(sys.argv[1])
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], capture_output=True, text=True, check=True).stdout
    paths = [path for path in listed.splitlines() if os.path.isfile(path) and not os.path.islink(path)]
    rules = read_rules()
    used, changed, moved = collections.Counter(), set(), 0
    former = {new: old for old, new in FILES} | {new: old for old, new in ALIASES.items()}
    for old, new in FILES:
        if os.path.exists(old):
            os.rename(old, new)
            paths[paths.index(old)] = new
            changed.add(new)
            moved += 1
        else:
            print(f'warning: no file {old}')
    for path in paths:
        is_cpp = path.endswith(('.cpp', '.hpp', '.h', '.def'))
        is_other = path.endswith(('.md', '.txt', '.py', '.cmake')) and not path.startswith(('web-client/', 'CHANGELOG', 'LICENSE'))
        if not is_cpp and not is_other:
            continue
        with open(path, encoding='utf-8', newline='') as file:
            text = before = file.read()
        name = former.get(path, path)
        if is_cpp:
            text = rename_comments(name, rename_code(name, text, rules, used), used)
        elif path.endswith('.md') or path == 'tests/layers_test.py':
            text = rename_words(text, rules[0])
        for where, pattern, new in TEXTS:
            if any(lies_in(name, place) for place in where.split()):
                text, count = re.subn(pattern, new, text)
                used['text', pattern, where] += count
        text = rename_paths(path, text)
        if text != before:
            changed.add(path)
            with open(path, 'w', encoding='utf-8', newline='') as file:
                file.write(text)
    expected = [(old, new, '') for old, new in rules[0].items()]
    expected += [(old, new, place) for old, each in rules[1].items() for place, new in each]
    expected += [(old, new, place, ' '.join(left) + '@' + ' '.join(right)) for old, each in rules[2].items() for place, new, left, right in each]
    expected += [('text', pattern, where) for where, pattern, _ in TEXTS]
    expected += [('comment', pattern, where) for where, pattern, _ in COMMENTS]
    # A word may have several contexts, of which some hold before the scripts of the other areas, and some behind them.
    found = {rule[:3] for rule in used if used[rule]}
    for rule in dict.fromkeys(rule[:3] for rule in expected):
        if rule not in found:
            print('warning: nothing matches', *rule)
    print(f'{len({rule[:2] for rule in used if used[rule]}) + moved} renames, {len(changed)} files changed')


main()
