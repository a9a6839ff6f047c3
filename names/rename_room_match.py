#!/usr/bin/env python3
"""Renames the unusual identifiers of rooms, matches, clusters and their tests: python3 rename_room_match.py ROOT

NAMES has the renames of whole words, with the numbers of the FILE_LIST in which the word means nothing else. CONTEXTS has those of words
that mean something else in the same file, too: tokens before `@`, which stands for the word, and behind it; any one of the contexts
suffices. Both look at the code as it was before, and at comments where the word must be meant. TEXTS has patterns for what is left."""
import collections
import os
import re
import subprocess
import sys

FILES = [
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
]

FILE_LIST = '''
bench/dice_proof.cpp
bench/load/contributor.cpp
server/app.cpp
server/app_cluster.cpp
server/cluster/arriving_rooms.cpp
server/cluster/arriving_rooms.hpp
server/cluster/balance.cpp
server/cluster/balance.hpp
server/cluster/envelope.cpp
server/cluster/envelope.hpp
server/cluster/handover.cpp
server/cluster/handover.hpp
server/cluster/handshake.cpp
server/cluster/handshake.hpp
server/cluster/inbound.cpp
server/cluster/inbound.hpp
server/cluster/link.cpp
server/cluster/link.hpp
server/cluster/links.hpp
server/cluster/mesh.cpp
server/cluster/mesh.hpp
server/cluster/node_watch.cpp
server/cluster/node_watch.hpp
server/cluster/outbound.cpp
server/cluster/outbound.hpp
server/cluster/own_sockets.cpp
server/cluster/own_sockets.hpp
server/cluster/public_rooms_publisher.cpp
server/cluster/public_rooms_publisher.hpp
server/cluster/questions.hpp
server/cluster/relay.cpp
server/cluster/relay.hpp
server/cluster/remote_rooms.cpp
server/cluster/remote_rooms.hpp
server/cluster/remote_sink.hpp
server/cluster/room_codes.cpp
server/cluster/room_codes.hpp
server/cluster/seat_searches.cpp
server/cluster/seat_searches.hpp
server/cluster/shared_lobby.cpp
server/cluster/shared_lobby.hpp
server/cluster/takeover.cpp
server/cluster/takeover.hpp
server/cluster/this_node.cpp
server/cluster/this_node.hpp
server/cluster/thread_watch.cpp
server/cluster/thread_watch.hpp
server/commands/analyse.cpp
server/commands/check.cpp
server/commands/verify.cpp
server/history/cup_field.cpp
server/history/practice_reader.cpp
server/history/record.cpp
server/lobby/accounts.cpp
server/lobby/admin_commands.cpp
server/lobby/admin_handler.cpp
server/lobby/admin_queries.cpp
server/lobby/admin_scatter_gather.cpp
server/lobby/clients.cpp
server/lobby/decree_enforcer.cpp
server/lobby/decree_keeper.cpp
server/lobby/directory.cpp
server/lobby/directory.hpp
server/lobby/greeter.cpp
server/lobby/lobby.cpp
server/lobby/matchmaker.cpp
server/lobby/pending_admin_request.hpp
server/lobby/practice.cpp
server/lobby/request_task.hpp
server/lobby/room_lists.cpp
server/lobby/room_loader.cpp
server/lobby/room_loader.hpp
server/lobby/room_quota.cpp
server/lobby/room_quota.hpp
server/lobby/waiting_rooms.cpp
server/match/built_in_bots.cpp
server/match/built_in_bots.hpp
server/match/chain.cpp
server/match/chain.hpp
server/match/cup_days.cpp
server/match/cup_days.hpp
server/match/cup_dice.cpp
server/match/cup_dice.hpp
server/match/cup_verdict.cpp
server/match/cup_verdict.hpp
server/match/dice_arithmetic.cpp
server/match/dice_arithmetic.hpp
server/match/dice_record.cpp
server/match/dice_record.hpp
server/match/dice_replay.cpp
server/match/dice_replay.hpp
server/match/dice_verdict.cpp
server/match/dice_verdict.hpp
server/match/match_dice.cpp
server/match/match_dice.hpp
server/match/match_notes.cpp
server/match/match_notes.hpp
server/match/notes_comparison.cpp
server/match/notes_comparison.hpp
server/match/own_notes.cpp
server/match/own_notes.hpp
server/match/provable_chance.cpp
server/match/provable_chance.hpp
server/match/shown.cpp
server/match/shown.hpp
server/match/table.cpp
server/match/table.hpp
server/room/actor.cpp
server/room/actor.hpp
server/room/analysis_service.cpp
server/room/analysis_service.hpp
server/room/bot_controller.cpp
server/room/bot_controller.hpp
server/room/bot_quota.cpp
server/room/bot_quota.hpp
server/room/bot_service.cpp
server/room/bot_service.hpp
server/room/care_recalculator.cpp
server/room/care_recalculator.hpp
server/room/chat.cpp
server/room/chat.hpp
server/room/commit_gate.cpp
server/room/commit_gate.hpp
server/room/cup_match.cpp
server/room/cup_match.hpp
server/room/departure.hpp
server/room/dice_timer.hpp
server/room/dice_witnesses.cpp
server/room/dice_witnesses.hpp
server/room/frozen_room_closer.cpp
server/room/frozen_room_closer.hpp
server/room/hints.cpp
server/room/hints.hpp
server/room/invitations.cpp
server/room/invitations.hpp
server/room/join_leave_requests.cpp
server/room/join_leave_requests.hpp
server/room/life.cpp
server/room/life.hpp
server/room/match_publisher.cpp
server/room/match_publisher.hpp
server/room/match_runner.cpp
server/room/match_runner.hpp
server/room/match_start.cpp
server/room/match_start.hpp
server/room/member_requests.cpp
server/room/member_requests.hpp
server/room/password_check.cpp
server/room/password_check.hpp
server/room/presence_timers.cpp
server/room/presence_timers.hpp
server/room/quick_start.cpp
server/room/quick_start.hpp
server/room/reply_sender.cpp
server/room/reply_sender.hpp
server/room/report_row.cpp
server/room/report_row.hpp
server/room/requester.hpp
server/room/resent_moves.cpp
server/room/resent_moves.hpp
server/room/room.cpp
server/room/room.hpp
server/room/room_dice.cpp
server/room/room_dice.hpp
server/room/room_handover.cpp
server/room/room_handover.hpp
server/room/room_publisher.cpp
server/room/room_publisher.hpp
server/room/room_record.cpp
server/room/room_record.hpp
server/room/room_refusals.hpp
server/room/room_report.hpp
server/room/room_restore.cpp
server/room/room_settings.cpp
server/room/room_settings.hpp
server/room/room_state.hpp
server/room/seating.cpp
server/room/seating.hpp
server/room/seating_host.cpp
server/room/seating_match.cpp
server/room/seating_votes.cpp
server/room/services.hpp
server/room/stored_room.cpp
server/room/stored_room.hpp
server/room/turn_clock.cpp
server/room/turn_clock.hpp
server/site/api.cpp
server/site/invitation_html.cpp
server/site/page_html.cpp
spar/clients.hpp
spar/context.hpp
spar/dice_checker.hpp
spar/dishonest_server.hpp
spar/fault_table.cpp
spar/fields.hpp
spar/move_checker.hpp
spar/note_watch.hpp
spar/proxy.hpp
spar/test_run.hpp
tests/fairness/verdicts.cpp
tests/server/absence_test.cpp
tests/server/actor_test.cpp
tests/server/admin_test.cpp
tests/server/analysis_service_test.cpp
tests/server/auto_bot_test.cpp
tests/server/balance_test.cpp
tests/server/bot_controller_test.cpp
tests/server/bot_entries.hpp
tests/server/bot_service_test.cpp
tests/server/chain_test.cpp
tests/server/check_test.cpp
tests/server/commit_gate_test.cpp
tests/server/corpus_test.cpp
tests/server/cup_dice_test.cpp
tests/server/cup_test.cpp
tests/server/database_away_test.cpp
tests/server/device_test.cpp
tests/server/dice_arithmetic_test.cpp
tests/server/dice_ask_test.cpp
tests/server/dice_chain.hpp
tests/server/dice_disk_test.cpp
tests/server/dice_mutants.hpp
tests/server/dice_mutation_test.cpp
tests/server/dice_people.hpp
tests/server/dice_people_test.cpp
tests/server/dice_spread_test.cpp
tests/server/dice_start_test.cpp
tests/server/dice_vectors.hpp
tests/server/dice_verdict_test.cpp
tests/server/dice_wait_test.cpp
tests/server/envelope_test.cpp
tests/server/frame_bytes_test.cpp
tests/server/friends.hpp
tests/server/giving_house.hpp
tests/server/handover_test.cpp
tests/server/history_test.cpp
tests/server/invitation_test.cpp
tests/server/late_timer_test.cpp
tests/server/left_behind_test.cpp
tests/server/life_test.cpp
tests/server/link_test.cpp
tests/server/lobby_test.cpp
tests/server/log_reader.hpp
tests/server/log_test.cpp
tests/server/long_match_test.cpp
tests/server/manual_clock.hpp
tests/server/match_dice_test.cpp
tests/server/nightly_backup_test.cpp
tests/server/node_watch_test.cpp
tests/server/other_nodes_test.cpp
tests/server/own_notes_test.cpp
tests/server/postgres/commands_test.cpp
tests/server/postgres/takeover_test.cpp
tests/server/practice_test.cpp
tests/server/proven_match.hpp
tests/server/proven_match_test.cpp
tests/server/public_rooms_publisher_test.cpp
tests/server/public_rooms_test.cpp
tests/server/quick_test.cpp
tests/server/quotas_test.cpp
tests/server/readme_dice_test.cpp
tests/server/rebalance_test.cpp
tests/server/referee_test.cpp
tests/server/relay_house.hpp
tests/server/relay_test.cpp
tests/server/request_task_test.cpp
tests/server/room_loader_test.cpp
tests/server/room_moves_test.cpp
tests/server/room_people_test.cpp
tests/server/room_return_test.cpp
tests/server/room_test.cpp
tests/server/said.hpp
tests/server/seating_people.hpp
tests/server/seating_test.cpp
tests/server/seating_votes_test.cpp
tests/server/seek_test.cpp
tests/server/shown_test.cpp
tests/server/simulate_test.cpp
tests/server/stored_dice_test.cpp
tests/server/three_dice.hpp
tests/server/token_bucket_test.cpp
tests/server/verify_test.cpp
tests/server/wall_clock_test.cpp
tests/server/website_test.cpp
tests/server/world.hpp
tests/simulation/cluster_test.cpp
tests/simulation/database.hpp
tests/simulation/mesh.hpp
tests/simulation/node.hpp
tests/simulation/player.hpp
tests/simulation/seeded_random.hpp
'''.split()

NAMES = '''
AdminSettingsRequest AdminSettings 181
Arrived ArrivalCallback 4,5
Asked PendingRequest 289
Balance RoomBalancer 6,7,11,205,261
Begin BeginCallback 143,144,163
Chain ChainMode 221
Chain SeatChain 219,223,246,278,279
Client SimulatedCluster 286,288
CupChainVerdict CupChainComparison 49,83,84
Cups DiceRoom 218,220,223,224,226,229,234,235,238,276,280
Database SimulatedDatabase 285,286,288
DeferredAnswer AnswerCallback 131,132,141,142,157,158,159
Done DoneCallback 29,39,40,109,110,125,160,161
Elsewhere AtOtherNode 133,134,186
Friends TwoPlayerRoom 200,206,215,216,231,232,234,235,236,237,238,241,244,261,266,267,268,269,270,280
Full FullPredicate 284
GiveAccepted TransferAccepted 4,8,9,10,11,230,234,261
GiveRoom TransferRoom 4,5,8,9,10,11,230,234,261
Giving HandoverFixture 233,234,261
Guest TestClient 200,202,204,206,207,210,214,215,216,218,220,223,224,226,229,231,232,234,235,236,238,241,243,244,249,251,253,257,258,259,261,263,264,266,267,268,269,270,275,276,280,282,284
HandoverDone HandoverCallback 61,62,161,164,165
Hands ManualTime 245,247,256,284,288
House RelayFixture 233,263,264,275
Journal SimulatedJournal 288
Judge ProcessRequest 136,146
Judge Verifier 227
LifeStage RoomStage 125,129,135,138,141,160,164,166,168,172,175,239
Line DatabaseConnection 286,288
LobbyLink LobbyCallbacks 61,62,160,161,171,172
LogReader LogCapture 240,242,243,283
LookUp HistoryQuery 68,71,181
Maker RoomCreator 61,72,73,173,174,175
Move AcknowledgedMove 285,289
Moved RoomMoved 8,9,10,32,33,230,234
Network SimulatedNetwork 285,287,288
Node SimulatedNode 285,288,289
OpenQuestion PendingQuery 29
Opened PublicSeed 79,80
OtherNode FakeNode 234,261,263,264
OwnSocket LocalSocket 23,24,25,26,32,33,37,38
OwnSockets LocalSockets 23,24,25,26,31,32,33,38,39,40
Owners RoomOwners 286
Part Answer 29
Pick PickNode 285,289
Player SimulatedPlayer 285,289
ProvenMatch ProvableMatch 222,250,254,255,281
Purpose RequestPurpose 137,138,160,161,239
Questions NodeQueries 29,39,40
Renamed PlayerRenamed 8,9,39,40,230
ReportPlace ReportContext 145,155,156
RevealRequestRecord AskNote 95,96,99
Rooms RoomsAnswer 8,9,39,40,230,275
RunJob JobRunner 109,110,115,116
Said CommandResult 210,251,262,271,277,281
ScriptedSink RecordingSink 202,211,215,216,235,241,249,259,264,265,269,284
Search SeatSearch 26,37,38
SeatingRoom SeatingFixture 272,273,274
Seen Observations 285,289
Seen SeenEntry 8,9,15,234
Shown Detection 221,222
SightHashes ViewHashes 97,104
SightNote ViewNote 95,96
Store StoreCallback 109,110
StoredNotes NotesByMatch 223,226
Tables TablesAnswer 8,9,39,40,230,233,234,261,264,275
Text SharedText 139,140
Then Continuation 4,32,35,43,44
Three ThreeSeatDice 246,278,279
TimeUp DeadlineCheck 2,115,116
Unknown UnknownMessage 8,9,16,30,230
UnreadRooms RoomsToLoad 70,161,172
Vote VoteOutcome 145,177,180,274
Window PublicRoomsWindow 8,9,40,230,256,275
Wire ClientSocket 288,289
Witness DiceClient 218,220,223,224,226,229,238,276
World TestServer 200,201,202,204,206,207,210,211,212,214,215,216,218,220,223,224,226,229,231,232,234,235,236,237,238,241,243,244,247,249,251,253,257,258,259,261,263,266,267,268,269,270,275,276,280,282,284
a size 86
a_room make_stored_room 263
abandon abandon_match 149,150
abandoned_ is_abandoned_ 105,106
above is_above 6,7
absence absence_vote_delay 177,180,272
absent is_absent 105,106
accept accept_links 19,20
accepted_ accepted_links_ 19,20
accepts_bot seats_accepting_bot 173,174
accepts_players accepts_quick_player 168,176,177,273
acknowledged acknowledged_moves 289
add add_entry 254
add add_socket 141,142
add_newcomer add_new_socket 139,140,141
address address_key 174
address network 133,134
addresses_remembered max_tracked_addresses 133
admin admin_settings 54,55,56,60,181
admin_line make_admin_summary 57,168,169
admin_questions_ admin_queries_ 39,40
admin_view make_admin_view 57,168,169
admission_of decide_admission 138,160,239
adopt_all adopt_all_rooms 41,42
adopt_unless_awaited adopt_if_complete 4,5
adopt_when_answered schedule_adoption 4,5
adoptions adoption_count 234,263,264
advance give_next_rooms 10,11
after after_player_read 284
after write_number 121,122
after_ after_player_read_ 284
after_ask deferred 138,160,239
after_change publish_if_accepted 145,146
again is_repeated 106
again rehash 221
again retry_move 142,160
ahead duration 245
all all_pushes 218,220,223,224,226,229
all all_sockets 23,26
all_given is_all_handed_over 233,234
allows may_transfer 6,7,10,205
analyses analyses_enabled 67,181,253
answer answer_pushes 218,220,223,224,226,238
answer deliver_answers 286,288
answer finish 125,172
answer send_answer 131,132,159
answer send_reply 63,122,135,141,145,153,154,162
answer_ send_answer_ 131,132,158,159
answer_later send_answer 141,142
answer_to find_answer 206,214,215,216,218,220,223,224,226,229,234,235,241,244,249,258,261,264,275,284
answered handle_answer 289
answered has_answered 46
answered is_answered 218,220,223,224,226,229
answers is_requested 141,142
answers sends_reply 135,136
answers_timer_ answer_deadline_timer_ 23,24
any has_other_nodes 134
any pick_index 221
any_witnessed pick_witnessed_entry 221
anybody_online is_anybody_online 149,160,168,176,177,273
anybody_online_ is_anybody_online_ 149,150
append append_message 9,12,16,230,256,287
archive_is_full is_history_queue_full 238,253,266,284
arrived on_arrival 4,5,287
arrived_ on_arrival_ 4,5
arriving_ arriving_rooms_ 4,5
aside run_blocking 65,145,147,181,211
ask open_ask 105,106
ask request 200,204,210,214,215,216,223,231,232,234,235,236,238,241,243,244,251,258,261,263,266,267,268,269,270,275,276,280,282,284
ask request_analysis 109,110
ask request_hints 131,132
ask send_request 289
ask start 29,39
ask_all broadcast_query 39,43,44
ask_closed_ is_ask_closed_ 93,94
ask_for_seat request_seat 37,38
ask_limit_ ask_timeout_ 127,128
ask_push make_ask_push 93,94,127
ask_to_start request_start 220,223,224,226,229,234,238,280
asked asked_at 32,33
asked awaited_nodes 29
asked last_query_number 233
asked_ pending_requests_ 289
asked_for_codes code_query_count 263,264
asked_for_owners owner_query_count 234,263,264
at client_at 220,231
at path 170
at schedule 287
at time 6,7
attached attached_nodes 23,25,26
attended is_attended 61,168,171
attended_ is_attended_ 149,150
await wait_for_codes 31,35,36
awaited awaited_nodes 4,5,10,11
awaits_rooms expects_rooms 10,11
awaits_rooms_ expects_rooms_ 10,11
away on_unavailable 44
away_ is_away_ 284
b faces 86
background_ background_queue_ 109,110
balance balance_rooms 11
balances is_balancing 6,7
beat report_nodes 233,234,264,275
beat send_beat 42,288
before previous_stage 125,160,172
before previous_state 144
before_ previous_logger_ 242
before_look_up before_history_query 215,241,253,284
before_match before_match_read 284
before_match_ before_match_read_ 284
begin begin_match 141,142,162,163
begin on_complete 144
begin restore 149,150,160
begin start_match 220,223,224,226,235,238,246,276,278,279
begin start_task 109,110
begin_ on_complete_ 143,144
begin_now skip_remaining_steps 93,94,105,141,143,144,278
begins_ms start_ms 79,80,186
between_beats beat_interval 21,22,41,288
binds_sights_ binds_shown_hashes_ 93,94
bot_entries_until_limit count_bot_entries_until_limit 204,206,207
bot_plays bot_took_over 135
bot_plays is_bot_playing 111,179,180,273
both transcript 12,13
bots accepts_bot 9
bots allows_bots 174,176,177,273
bots_ bot_controller_ 141,142
bound_seats seats_with_bound_views 94,105,278
budget start_deadline 115,116
budget_ start_deadline_ 115,116
busy_bytes busy_threshold_bytes 16,17,19
by author 94,95,96,99,278,279
by duration 245,284
by from 10,11,29
by operator_name 156
by requester 160,161,176,177,178,179
by shaking_player 166,167
by writer 286
by_operator operator_request 57,160,161,214,234,238
by_results unless_same_results 221,222
by_rules only_by_replay 221,222
bytes_of to_digest_bytes 254
can_leave can_give 10,11
cancel cancel_all 141,163
cancel cancel_ask 127,128
carried_left remaining_turn_time 141,142,172,183
chain version 77,78
chain_again rehash_log 221,222,227,228,250,254,255,281
chain_hash compute_chain_hash 48,77,78,83,91,105,200,209,210,227,238,269
chain_root make_chain_root 48,77,78,83,91,105,200,209,210,227,269
chain_tip compute_chain_tip 85,86,217,254,260
chance make_chance 116,141,181,182,211,220
chance_ make_chance_ 115,116
change change_settings 145,146
changed_settings apply_room_fields 145,173,174
charge charge_requests 141,142,160,171
chat make_chat_request 233,234,261
check check_password 135,147,148
check end_if_day_is_over 123,124,141
check_after schedule_check 117,118
check_cup check_cup_dice 83,84,89,199
check_lookalike_here check_lookalike_name 135
checking_ pending_sockets_ 147,148
choices seed 221,250,254
choices_ random_ 221,254
choose choose_move 116
choose choose_moves 112,141
clock turn_clock 142,164
close close_room 149,150
close on_close 130
close_ on_close_ 129,130
close_for close_if_allowed 57,61,160,161,214,234,238
close_up compact_seats 176,177,179
closed close_code 216,234,235,249,264,284
closed is_closed 61,74,171,288,289
closed_after frames_before_close 216,284
code exit_code 251,262,277,281
code_of room_code_of 200,202,204,206,212,215,218,220,223,224,226,229,232,234,236,238,241,243,244,249,251,253,257,258,259,261,263,264,267,268,269,270,275,276,280,282,284
code_rate_exceeded code_rate_rejection 32,59,64,170
codes_ room_codes_ 30,31
come has_codes 35,36
come_back reattach 14,15,61,135,136,160,161
come_back reconnect 200,202,206,214,215,218,220,223,224,226,229,235,238,241,253,258,264,266,267,269,276,284
come_through wait_for_messages 233,234,261
compare_shown compare_shown_hashes 97,98,99
confirmed last_confirmed_beat 286
confirmed_ confirmed_at_ 21,22
considered_ considered_seq_ 289
contribute set_contributions 0,89,93,102,217,254,260
contributed_ contributions_ 93,94
contributions visit_contribution_changes 221
count count_frames 214,216,236,241,257,258,268,269,284
count count_votes 177
count_text format_count 83,87,88,91,97,99
counted_bytes_ missed_event_bytes_ 139,140
cup cup_day 135,160,173,174
cup_ cup_chance_ 105,106
cup_ cup_match_ 141,142
cup_day_of parse_cup_day 51,52,79,80,109,182,186
cup_days cup_day_count 79,83,85,86,89,186,213,214
cup_face compute_cup_face 81,83,85,86
cup_seed compute_cup_seed 79,85,86,213
cup_settings make_cup_settings 65,173,174
current_push make_push 166,167
database_comes_back reconnect_database 206,215,216,234,241,264,284
database_goes_away disconnect_database 215,284
database_goes_away_meanwhile disconnect_database_silently 215,284
database_stands_still stall_database 206,215,216,234,241,264,284
date_of format_date 2,50,79,80,214
day_at find_day 2,50,53,65,79,80,214
days day_count 85,86
deadline_ deadline_timer_ 10,11
decide_votes apply_majority_votes 160,177,180
delay delayed 107,108
delay_timers set_timers_delayed 107,108,160
dialled_ dialled_nodes_ 19,20,287
dice pending_dice 183
dice room_dice 142,160
dice supports_dice 284
dice_ room_dice_ 141,142
dice_ supports_dice_ 284
dice_commitment compute_dice_commitment 85,86,91,93,217,226,254,260
digest message_digest 285,287
digest parse_digest_json 213,217,221,227,255
digest read_digest 83,87,88,89,91,95,191
digits digit_count 87,88
disk_is_full_for is_disk_full_for 202,206,214,216,220,234,235,238,258,261,264,267,280,284
done on_checked 148
done on_delay 114
done on_done 29,125,165
done_reports_retention_ms handled_reports_retention_ms 155,156
draining_ is_draining_ 288
drains is_draining 285,288
draw draw_chain 2,79,80,284
draw_key compute_draw_key 85,86,89,91,94,217,221,254,260
draw_values compute_draw_values 85,86,91,101,217,221
drawing_ drawing_entries_ 221
draws draw_count 92,99,218,226,255
draws provable_chance 93,94
draws visit_draw_changes 221
draws_ recorded_draws_ 101,102
drop_ask discard_ask 94,141
due_ scheduled_actions_ 287
due_ timers_ 245
due_timers_ due_timer_actions_ 107,108
each visit_all 221,222
earlier_cup_seed compute_earlier_cup_seed 83,85,86,213,214
earliest earliest_retry 160,172,183
early uncontributed_draws 92,226,255
elsewhere on_no_seat 160,161
embedded_notes parse_embedded_notes 47,49,99,100,199,250
end close_room 129,130,160
end end_ask 128
end end_departure 11
end end_match 142
end published_end 80,82
end_ published_end_ 79,80,81,82
end_owner_read finish_owner_read 32,33
ended_ has_ended_ 288
endings end_reasons 100
ends_ms end_ms 79,80,123,214
enter add_online_member 176,177,272,273
enter admit 136
entries entry_count 109,110
entries_ entry_count_ 109,110
entries_ unreported_entries_ 111,112
entries_a_report entries_per_report 204,206,207
entry entry_seq 92,98
entry_draws read_entry_draws 87,88,105,278
err error_output 251,262,277
event_list_hash compute_event_list_hash 97,103,104
eventful is_eventful 222,250,254,255
events_from first_event_entry 139,140
events_hash compute_events_hash 85,86,103
ever_linked_ linked_once_nodes_ 43,44
everyone_left have_all_players_left 129,130
expected_ expected_seats_ 143,144
expel remove_banned_player 59,61,160,161
extended_ was_extended_ 184,185
extra entry_extra 218,220,224,229
failed failed_nodes 42
failed on_dial_failure 287
fault record_fault 289
fenced on_fenced 41,42
few_members small_room_members 166
fields visit_field_changes 221
fill fill_bytes 290
fill_in fill 141,142,160,168
find find_seat 119,135,160,168,177,178,180,272,273,274
finish finish_handover 10,11
finish finish_match 177,179,218,220,223,224,226,229,273,274,276
finish finish_task 109,110
finish make_finish_write 89,105,106,182,200,210,254
first secret 86
first_ms_ first_day_ms_ 79,80
fix_key finalize_key 93,94,143,246,278,279
fix_roster finalize_roster 93,94,143,246,278,279
follow analyze_slice 110
forget cancel 148
forget delete_nonce 93,94,143,144,182,278
forget delete_player_secrets 142
forget discard_all 131,132
forget drop_old_transfers 6,7
forget remove_deleted_player 30,40
forget remove_task 109,110
forget_offline remove_offline_members 172,176,177,273
forget_unused drop_unused_route 32,33
forgotten deleted 40
forgotten_ deleted_players_ 39,40
found result 90
frame visit_record_changes 221
frames sent_frame_count 167
frames unread_frames 288,289
frames_ sent_frame_count_ 166,167
free free_seat_count 134,188
frees_seat seat_freed 135,176,177,274
fresh contributions 85,86,102
fresh_ encoded_contributions_ 101,102
from requester 153,154
from sender 9,16,230
from socket 26
full_ is_full_for_ 284
full_disk_pause full_disk_retry_delay 172
game_of find_game_of_match 52,105,106,182
games playable_games 11
gate commit_gate 53,58,60,63,64,67,69,108,123,127,129,135,139,141,143,145,153,160,162,164,166
gate_ commit_gate_ 107,108
give accept_value 93,94,127
give give_room 11
give give_value 220,223,224
give set_owner 286
give_all hand_over_all 233,234
give_up cancel_closing 129,130
given_ given_counts_ 254
givers contributors 127,128,141
gives gives_values 218,220,223,224
gives_codes grants_codes 263,264
gone is_gone 9,23
got received_messages 233,234,261,263,264,275
greet send_hello 289
handed_over handed_over_rooms 234,261,284
handed_over_ handed_over_count_ 10,11
hands time 202,214,218,234,237,238,245,247,253,264,266,275,282,284
hands_ time_ 245,288
hang_up disconnect 200,202,204,214,215,218,220,224,235,236,238,241,249,258,259,261,267,268,269,280,282,284
happens happens_one_in 254
happens post_event 287
has contains 96,99
has_begun_ is_closing_ 129,130
has_just_come is_new_owner 32,33
has_line_of has_lines_from 119,120,145
has_pending_elsewhere has_pending_at_other_owner 25,26,32
has_place has_capacity 109,110
has_spoken has_chat_lines 177,178
hash previous_hash 94,278,279
hear handle_frame 289
held_back held_back_writes 284
held_back_ held_back_posts_ 284
here connected 40
hex hex_value 94
hinted_prompts_ hint_prompts_ 105,106
hints allows_hints 141,174
hints compute_hints 116
hold hold_actions 107,108,172,201
hold_time hold_duration 7,261
home network 284,288,289
home_ network_ 284,288,289
honest recompute_draw 221
how check_method 83,89,91,92
id_of parse_request_id 37,43,44
if_aborted after_abort 97,103,104,250
ignore skip_pushes 220,223,224,229
imbalance_deadline imbalance_delay 6,7,261
imperfections describe_imperfections 91,92
in_flight_ is_post_in_flight_ 121,122
in_turn seat_in_turn 142
integer read_integer 83,87,88,89,91,93,95,97,99
is_asked_move is_pending_move 141,142,160
is_busy is_looking_up 141,159
is_deserted is_abandoned 129,130
is_ending is_end_reason 95,96,99
is_for_cup is_cup_action 160
is_here has_room_here 233,234,261
is_here is_participant 135,141,145,160,162,176,177,178,179,180,273,274
is_in_ has_joined_ 289
is_long_empty is_empty_for_long 149,150,160
is_newcomer is_new_socket 139,140
is_other is_other_chain 49,84
is_own matches_proof 95,96,99
is_read is_reading_owner 32,33
is_settling is_held 6,7,10
is_valid is_valid_draw 85,86,91
its_code room_code 175
its_settings room_settings 175
join add_waiter 109,110
judge process 161
judge process_request 135,136,145
judge verify 227
judge_request process_request 160,161
k first_draw_number 94,95,96,99,105,246,278,279
k index 86,91
keep retain_book 115,116,141,208
keep stored_json 49,84
keep trim 119,120
key compute_key 93,94
kind type 284
kind_ wait_kind_ 184,185
kind_of move_kind 206,218,229,284
known done 4,5
lacks_match is_match_missing 172,182,183
largest maximum 87,88
last last_seed 85,86
last last_value 94
last last_write 122
last previous_owner 32,33
last_ last_number_ 29
last_ last_publish_at_ 27,28
last_ last_seed_ 79,80
last_link_ last_link_number_ 15
last_scan_ last_scan_at_ 41,42
last_step_ last_step_at_ 288
last_warning_ last_warning_at_ 19,20
late late_values 91,92,218,224,226,228
late_ lateness_ 127,128
late_match_ lateness_match_ 127,128
later answer_at 286
latest latest_push 200,202,204,206,207,210,214,215,216,218,220,223,224,226,229,231,232,234,235,236,237,238,241,243,244,249,251,253,257,258,261,264,266,267,268,269,270,275,276,280,282,284
least min_players 151,160,173,177,179,272,274
least minimum 87,88
least_codes min_codes 35
least_of_mean min_share_of_mean 6
least_version min_protocol_version 9,10,16
leave leave_room 23,24,135,176,177,273,274
leave_frozen leave_frozen_room 135,136,160
leave_seat leave_only 138,160,239
leaves is_leave_request 23,26
left handover 11
left has_left 135,160,177,178,179
left remaining_time 106,164
left remaining_turn_time 165
left_ has_left_ 288
left_ pending_queries_ 117,118
left_ms remaining_turn_ms 4,9,234,261
left_out seat_excluded 49,91,92,99
level bot_level_for_seat 112
level_of find_bot_level 54,61,75,76,105,111,129,141,143,145,166,168,176,179,180,273
life stage 129,135,138,141,160,164,166,168,172,175
limit_ask_time start_ask_deadline 160,162,163
limit_unauthenticated limit_unauthenticated_links 19,20
line connection 286
line list_entry 27,58,65,171
line_ connection_ 286,288
lines_ output_ 242
link link_number 34
link_ link_number_ 34
linked_ link_numbers_ 287
links_ chain_links_ 254
links_ link_numbers_ 14,15
links_of make_links_factory 263,275
list part_list 85,86
live live_spans 95,96,99
lives is_alive 286,288
living living_nodes 18,19,20,30,44
living_ living_nodes_ 19,20,43,44
load get_load 42,252
lobby_ lobby_callbacks_ 160,161,172
locked has_password 133,134,187,188
lone_seat find_lone_seat 151,176,177,273
longest max_wait 126,128,143,144
longest_delay max_timer_lag 184
longest_wait max_timer_delay 123
longest_wait remaining_wait 127,128
look_up query_history 67,117,181,211
look_up read_owner 32,33
look_up_soon query_history_soon 60,63,65,70,129,172,181,211
lost ownerless_since 33
lost_links_ lost_link_nodes_ 19,20
make create 160,161
make make_entry 127,128,141,162,163,246,278,279
make queue_background_analysis 2,109,110,117,203
make_frozen_match_finish make_frozen_match_result 129,182,183,238
make_host transfer_host 145,177,178,274
maker creator 168,172,173,174,175,176,177
maker requester 161
maker_of make_room_creator 61,160,173,174,259
mark_report_done mark_report_handled 54,155,156
marks_ player_marks_ 93,94
match match_id 77,78,165,218,220,224,229,246,278,279,280
match_ last_match_push_ 289
match_begins has_match_started 61,142,160,161,171
match_starts_ recent_match_starts_ 10,11
max_per_second max_rooms_per_second 6,7
may_be_asked can_ask 93,94,246,278
may_change check_may_change_settings 145,176,177,178
may_stand_in may_bot_stand_in 177,180
may_watch allows_spectators 133,134,168,187,188
mean mean_room_count 6,7
member find_member 49,83,87,88,89,91,93,95,97,99,189,190,191,192,193,194,195,196,197,198,221,254
members member_ids 58,61,171
members_pause member_push_interval 166
memory metadata 173,174
mentioned_players mentioned_player_ids 171
min_difference min_room_difference 6,7,205
missed_text make_catch_up_text 139,140
missed_turn on_missed_turn 141,177,179,274
missing_ missing_seats_ 127,128
more overrides 223,232
most max_wait 11,23,24,30,31
most_addresses max_failing_addresses 147
most_at_once max_batch_size 117,118
most_at_once max_concurrent_departures 10
most_background max_background 109,110
most_bytes max_queued_bytes 16,17
most_codes_at_once max_codes_at_once 35
most_entries max_entries 222,250,254,255,281
most_entries max_log_entries 109,110
most_entries_waiting max_queued_entries 109,110
most_handshake_bytes max_handshake_bytes 16
most_missed_bytes max_missed_bytes 139
most_missed_entries max_missed_entries 139
most_named max_named_spectators 166
most_of_address max_per_address 109,110
most_of_mean max_share_of_mean 6
most_payers max_owners 113
most_players_of_message max_players_per_message 39
most_requested max_requested 110
most_requested max_search_checks 206,284
most_silence max_silence 16
most_unauthenticated max_unauthenticated_links 19
most_unknown_codes max_unknown_codes 32
most_wait_for_answers max_answer_wait 30
most_waiting max_waiting_per_match 109,110
move_ pending_move_ 289
move_that play_move 244,269,284
move_to_players move_rooms_to_players 10,11
moves move_count 285,289
moves visit_move_changes 221
moves_ move_count_ 289
must_sit requires_seat 135,176,177,273,274
n prompt 94,105,106,132,278,279
n prompt_number 95,96,97,99
name field 99
names seat_names 273,274
new_match make_match_row 105,106,141
new_settings make_room_settings 65,173,174
newcomers_ new_sockets_ 139,140
newest last_text 244,284
newest newest_epoch 18,19,20,30,44
newest_ newest_entries_ 289
newest_chain current_chain_version 78,83,91,105,210,227,238,254,281
newest_nodes_ newest_epoch_ 43,44
news_interval publish_interval 27,28,256
next make_next_ask 279
next next_entry 110
next queue 4,9,165,172
next_ next_action_at_ 289
next_entry_at_ next_entry_after_ 111,112
next_host choose_next_host 177,178
next_k next_draw_number 93,94,102,105,217,246,254,260,278,279
next_k_ next_draw_number_ 101,102
next_link compute_next_link 0,1,85,86,91,93,219,254
next_step advance_step 143,144
no rejection 170
no_person no_person_online 160,161
no_room room_closed 138,239
no_room unknown_room_rejection 32,54,56,64,170
no_such_game unknown_game_rejection 65,67,69,173
nobody nobody_online 160,161
nobody_for_long empty_for_long 61,160,161
nobody_plays no_players_left 135,176,177,274
node other_node 233,261,263,275
none declined 37,38
note record_notes 254
now accepted 138,239
now_ steady_now_ 41,42
nulls allows_null 87,88
number query_number 9,40
number throw_number 86
number wait_number 139,185
number_ wait_number_ 184,185
numbers_ numbers_by_sink_ 25,26
occupy assign_player 176,177
occupy_by_bot assign_bot 176,177
of count 254
of find_owner 285,286
of server 223
of_other other_address 263
of_player_ numbers_by_player_ 25,26
offer_open_ is_bot_offered_ 151,152
on_book on_book_ready 109,110
on_codes on_codes_reserved 35,36
on_link on_link_up 3,22,41,42,248,288
on_match_of_people on_people_match_finished 53,141,181
on_new_entry follow_entry 141,142
on_new_move follow_move 141,142
on_refused on_connection_refused 18,19,287
on_value_received write_if_changed 143,144
one first 287
one shared_case 227
one singular 88
online is_online 176,177
only_watches watches_only 135,176,177,273,274
open open_ask 93,94,105,246,278,279
open query 29
open seat_creator 176,177,272
open_ pending_queries_ 29
open_gate create_commit_gate 64,107,108,160,172,201
open_offer offer_bot 151,152
opened public_seed 79,80,214
other other_epoch 234,261,263,264,275
other_ other_record_ 221
others wrong_values 221
others_ last_beats_ 21,22
out output 262,277,281
out_ excluded_seats_ 254
outcome code_of_result 272,273,274
outside_mean distances_from_mean 6,7
over ended 21,22,248
over is_over 48,105,106,127,139,140,141,177,182
over on_end 3,42,288
owed_ms_ pending_ms_ 288
own own_epoch 7,10,16,17,19,20,34,44,233,234,261,263,264,287
own player_notes 100
own_ own_epoch_ 6,7,43,44,286,287
own_share compute_own_share 6,7
own_table_entry make_player_room_entry 53,168,169
owner_of_all common_owner 234,261,263,264
owns taken_over 32,33
pair_of make_pair_key 285,287
part answer 40
parts answers 29
parts_of encode_parts 77,85,86
pass_on deliver_answers 121
passes is_reachable 285,287
password password_hash 141,146,166,168,174
patience answer_timeout 289
patience search_check_limit 206,284
pause check_interval 117,118
pause thinking_delay 111,112
pause_ retry_delay_ 127,128
paused_ paused_remaining_ 184,185
peer peer_epoch 263
pending pending_requests 25,26,32,37
pending_ pending_hints_ 131,132
pending_read_ pending_match_read_ 160,161,172
people people_count 61,171
people player_ids 278,279
people_seated seated_people_count 111,141,149,160,168,176,177,273,274
perform run_with_waiting 107,108
person_online is_person_online 129,130,149,160,176,177,273
pick pick_node 289
place context 155,156
place path 284
place position 81,82
play match_runner 135,136,145,146,168,169
play play_move 111,112
play_ play_move_ 111,112
play_to_the_end play_until_end 206,223,226,232,235,236,238,244,267,268,269
played make_played_draw 221,227
player player_id 250,254
player_count count_players 87,88,89,91,93
player_mark compute_player_mark 85,86,93,99,217,254,260,278
players_ busy_players_ 158,159
players_present present_player_count 151,160,176,177,273
players_text encode_player_marks 85,86,93,217,254,260
playing is_playing 135,142,150,160,176,178,180,273,274
possible_socket_nodes find_possible_socket_nodes 4,43,44
post poster 30,31
post_scheduled_ is_post_scheduled_ 121,122
post_soon schedule_post 121,122
post_waiting post_deferred 127,128,162
poster make_poster 53,57,60,61,64,66,67,70,108
posts_ post_queue_ 121,122
prepare prepare_book 116,141,208
present current 173,174
present online_seats 279
previous previous_hash 77,78
prioritize prioritize_loading 171,172
probe probe_node 19,20
process find_process 287
program is_program 176,177
proof make_proof 94,278
protocol_entry parse_log_entry 51,52,105,106,109,221,253
proxies trusted_proxies 54,60,181
published published_updates 28,39
published_ published_windows_ 27,28
purpose_of get_request_purpose 137,138,160,239
push make_push 94,140,184,185,278,279
push push_ask 128
push push_state 144
push push_to_all 135,145,167,172
pushed handle_match_push 289
put put_room 28,31
question query 43,44
queued is_queued 109,110
quick is_quick_match 149,172,173,174,175,176,177,178
quick quick_rules 273
rate clock_rate 288
rate_ clock_rate_ 288
reach list_reachable_urls 2,181
reaches_database is_database_reachable 288
read load 161,172
read open_room 182,183
read read_json_file 213,217,227,228,250
read read_room 233,261,263
read read_stored_room 129,130
read_ read_count_ 223
read_after schedule_load 161,172
read_given_room read_received_room 4,5
read_one read_room 286
reader network 133,134
readers_opened opened_reader_count 244,284
reads reader 4,30,32,35,43,44
reads_ is_reading_ 117,118
ready is_ready 179,272,273,274
received messages 263
reclaimed_seat seat_reclaimed 176,177,274
record record_entry 105,106,141
record_of make_vector_record 227,228
record_presence update_presence 149,150
redeemed redeemed_count 263,264
redirect_sockets redirect_waiting_sockets 14,15,32
refill refill_codes 30,35,36
refusal refusal_code 200,202,204,206,207,212,214,215,216,218,220,223,224,226,229,231,232,234,235,236,238,241,243,244,249,257,258,259,261,264,266,267,268,269,270,275,280,282,284
refuse send_refusal 141,153,154,160,172
refused refusal_code 122
refused was_refused 25,26
refusing_ refusing_nodes_ 21,22
release deliver 121,122
release release_actions 107,108,172,201
rematch_ rematch_match_id_ 289
rematch_again_ next_rematch_at_ 289
remember store_accepted_request 105,106
remove remove_player 136,176,177,178
remove remove_room 28,31
renew_some requeue_outdated 117,118
repeat_about resend_about 140,141
repeatable is_repeatable 26
report report_presence 149,150
report report_room 171
report report_to_lobby 161,172
report_change report_phase_change 141,142
report_change report_presence 135,136
report_of make_room_report 160,168,169
report_of parse_report 56,155,156
report_row make_report_row 145,155,156
reported_ report_ids_ 145,146
request_id_text serialize_request_id 14,25,32,37,105,106,141,158
request_n_ request_prompt_ 105,106
requested is_requested 172,183
requested_ request_queue_ 109,110
requests_ member_requests_ 160,161
requeue_for_next_owner requeue_refused 23,24
required_wait time_until_allowed 32,59,64,133,134,234
reset_lone_ready reset_lone_readiness 176,177
restore_from restore 141,142,172
restored restore 278,279
restored_dice restore_dice 182
retry retry_timer 172,183
retry_full_queue full_queue_retry_delay 172
return_sockets reattach_sockets 32,33
reveal accept_reveal 94,143
reveals sends_reveals 220,223,226
robo bot_player 272,273,274
room_left handover 32,33
room_of_match rooms_by_match 285,286
room_row make_room_row 160,168,169
room_settings_text serialize_room_settings 168,173,174
rooms remote_rooms 24
rooms room_count 2,11
rooms seen_rooms 26
rooms_ invitations_ 133,134
rooms_ public_rooms_ 27,28
rooms_ remote_rooms_ 23,24
rooms_ room_count_ 30,31
rooms_ room_counts_ 6,7
rooms_a_batch max_rooms_per_batch 41,42
rooms_asked_ room_queries_ 39,40
rooms_mutex_ invitations_mutex_ 133,134
roster_hash compute_roster_hash 85,86,91,93,191,217,254,255,260
round generation 111
round_ generation_ 111,112,131,132
route_of get_or_create_route 32,33
row make_node_row 233,263
row_of parse_log_row 83,87,88,89,91,221,227,254,281
rules flag_settings 56,60,181
rules replay 97,98,99,100
run command 271
run run_handlers 206,211,215,216,218,226,235,241,268,284
run run_job 109,110
run run_until 233,234,261,263
run uptime 141,142,184,185
run_ run_job_ 109,110
run_compute_ run_book_job_ 115,116
run_on_database call_database 41,42
run_thinking_ run_bot_job_ 115,116
run_waiting run_deferred 127,128,141
runner make_runner 107,108,111,129,131,145,158
running running_match 162,163
running_ is_counting_ 184,185
running_ run_depth_ 107,108
running_ running_task_ 109,110
running_computations_ running_computation_count_ 115,116
running_hints_ running_hint_count_ 115,116
runs should_run 149,150
runs_ is_running_ 43,44
said_by run_command 210,238,251,262,271,277,281
same keep 221
same_json is_same_json 87,88,89,97,99
say send 233,234,263,288,289
say send_async 206,214,215,216,220,223,229,235,236,241,244,249,253,258,267,276,284
schedule_sweep schedule_retry 23,32,33
search seat_search 23,26
search_host choose_search_host 37,43,44
seat_stranger seat_quick_player 65,135,136,160,161
seat_values parse_seat_values 217,221,227,228
seat_values read_seat_values 87,88,89,91,93,95,97,99,191
seated is_seated 119,120
seated players_by_room 286
seated seated_ids 58,61,171
seated seated_names 133,134,187,266
seating_rules make_seating_rules 145,172,173,174,175
seats asked_seats 127,246
seats seat_count 133,134,151,174
secrets_ secret_random_ 254
seen observations 289
seen_ observations_ 289
seen_by inspect 53,57,161
self own_epoch 22,263,275
self_ own_epoch_ 21,22
send send_query 29
send_shake send_cup_shake 145,166,167
sent frame 34
sent sent_message_count 285,287
sent_ frames_ 34
sent_ sent_count_ 223
servers_dice server_only 48,49,89,91,92,224,226,228,238
serving serving_threads 41,42
set set_timer 245
set_ timer_count_ 245
set_other_nodes set_has_other_nodes 30,134,283
set_requester set_current_requester 153,154,160
set_wall advance_wall 214,238,245,282
set_wants_rematch request_rematch 145,177,179,274
settings_of make_settings 254
settle apply_outcome 121,122
settle run_until_idle 202,206,212,214,215,216,218,220,223,224,226,229,233,234,235,236,237,238,241,244,247,249,253,258,259,261,263,264,266,267,268,269,275
several plural 87,88
shown detection 221,222
shown push_json 246,279
shown sight_hashes 93,94
shown view_notes 99
shown viewer_hashes 90
shown_ shown_notes_ 254
shown_by make_push_json 278,279
shown_hash compute_shown_hash 85,86,103,276
shown_hashes compute_shown_hashes 0,89,103,104,105,254,276
shown_hashes_of make_viewer_hashes 89,103,104,250,254
shut_down shutting_down 138,160,239
sight update 140
sights_ viewer_sights_ 105,106
silence max_silence 21,22
silence_if_process_gone max_silence_if_process_gone 21,22
silent silent_acceptor 263,264
since asked_at 45,46
since first_seen 21,22
since started_at 183
since_ms created_at_ms 155,160,171,175
since_ms seated_at_ms 176,177,178,273
sit seat_guest 223,224,226,276
site site_key 61,173,174
skip skip_draws 93,102
sockets_by_node count_sockets_by_node 10,34
sockets_of_player find_player_sockets 25,26
some_drawing sample_drawing_entries 221
spectators allows_spectators 174,176,177,273
spend consume 2,114,206,284,288
spend_now consume_now 113,114
stand_still skip 237,245,288
stand_still stall 284
stand_up remove_seats 286
stands_still_ is_stalled_ 284
start match_start 163,164
start send_ask 127,128
start start_match 151,152,177,179,273,274
start start_request_id 223,224,226,229
start_ match_start_ 162,163
start_ starts_at_ 151,152
start_pause match_start_retry_delay 164
start_proof make_start_proof 93,94
start_push make_start_push 93,94
started_ is_started_ 93,94
starter requester 142
starting match 143,144
state describe_state 285,289
stays on_cancel 130
stays rejection 125
stays_ on_cancel_ 129,130
steady steady_now 288
step play_entry 254
steps pushed_steps 226
stop discard 143,144,162
stop stop_activities 161,164
stop_awaiting drop_awaited_node 4,5,30
stop_timer_ ask_deadline_timer_ 162,163
stop_waiting drop_waiting_sockets 14,15
stopped room_frozen 138,160,239
stopped_ is_stopped_ 19,20,287
store open_store 181,211
store store_writes 110
store_ store_writes_ 109,110
store_finished store_retained_book 115,116
stored stored_answer 83,84
stored stored_log 110
stored stored_room 161
stored_notes notes_by_match 223
stored_settings parse_match_settings 51,105,106,109
sweep retry_ownerless_rooms 30,32,33
sweep_timer_ retry_timer_ 32,33
table_ last_room_push_ 289
tables_asked_ table_queries_ 39,40
take take_code 31,35,36
take take_draws 0,93,102,217,225,254
take take_message 8,9,16,230,256,287
take take_pending 23,25,26,37
take take_throws 81,82,213
take_all take_all_pending 23,25,26
take_all take_frames 14,34
take_sights take_viewer_updates 105,106,139
taken accepted 10,11
taken_count occupied_seat_count 176,177,179,273
target choose_receiver 10,11
text message 166,167
text read_text 83,89
text to_text 48,92,199,222,223,224,228,238,255,281
text_ ask_text_ 127,128
text_ catch_up_text_ 139,140
text_of make_case_text 227,228,250
texts_of request_ids 233,234
then callback 36
think request_move 111,112
think run_bot_job 115,116
thinks thinking_time 289
thinks_ thinking_time_ 289
threads_ thread_watch_ 41,42
timers_delayed_ are_timers_delayed_ 107,108
tip accept_tip 94
tip tip_hex 219,223
tips parse_tips 217,255
tips sends_tips 220,223,224,226
title game_title 177,179,272
to destination 290
to new_owner 33
to peer 17
to peer_epoch 263
to receiver 6,7,9,11,230
to recipient 121,122
to requester 153,154
to socket 43,44
to target_node 161,164
transfers_last_second count_recent_transfers 6,7
transient transient_state 4,5,10,161,164,165
tried tried_rooms 9,23,26,38,275
tries_ wrong_code_buckets_ 133,134
tries_mutex_ buckets_mutex_ 133,134
try_again retry_later 130,172
turn advance 245,288
turn advance_time 202,204,206,207,212,215,216,220,226,231,234,235,236,238,241,244,247,253,257,258,259,261,264,266,268,269,280,282
turn seat_in_turn 223,276
two second 287
unanswered_ unanswered_count_ 286
unattended_since unattended_since_ms 149,150,160
unauthenticated_ unauthenticated_nodes_ 19,20
unknown_codes_ unknown_codes_until_ 32,33
unknown_moves_text describe_unknown_moves 97,98,99
unread loading 138,160,239
unseen first_unseen 139,140
up is_up 285,286
url make_operator_url 181
use install_implementation 290
use require_database 286
used last_use 115,116
uses_ use_count_ 115,116
usual default_rules 272,273,274
usual_delay lateness_threshold 127
usual_seats default_seat_count 173
vacate vacate_seat 176,177,178,180
value value_hex 219,279
values_ received_values_ 93,94
verdict result 145,146
verdict_of code_of_result 246,278,279
verdict_on judge_record 227,228
version protocol_version 240
view_hash compute_view_hash 85,86,103,276
viewer_of parse_viewer 49,99,100,250
viewer_sights make_viewer_sights 0,89,103,104,105,254,276
visit_ visitor_ 221
void_ is_void_ 105,106
wait defer 128,160
wait retry_after 134,170,186
wait retry_timer 165
wait start_step_timer 143,144
wait_for_missing start_answer_deadline 127,128
wait_for_start set_starter 141,163
waiting waiters 110
waiting waiting_requesters 131,132
waiting waiting_requests 33
waiting waiting_rooms 28
waiting_ book_callbacks_ 115,116
waiting_ waiting_callbacks_ 35,36
waiting_ waiting_posts_ 286
waiting_ waiting_rooms_ 27,28
waiting_ waiting_sockets_ 14,15
waiting_actions_ deferred_actions_ 127,128
waiting_for_database waiting_write_count 215,264,284
waits is_waiting 151,152
waits_for_quick_start is_waiting_for_quick_start 135,160,168,175
wake_ wake_condition_ 41,42
wanted on_room_wanted 14,15
wanted query 39,40
wanted request 23,26,38
wanted requested_seat 176,177
watch start_midnight_timer 123,124,141
watchers max_spectators 173,176,177
what action 284
what written 286
when time 287
when_durable run_when_durable 53,60,63,64,107,108,111,121,122,127,129,135,141,143,145,160,164,166,201,211
when_idle run_when_idle 39,64,107,108,121,122,129,141,160
which move_index 223
why reason 161
why rejection 43,44,153,154,162,163
windows public_rooms 31,40
windows_ public_rooms_publisher_ 39,40
wire_ socket_ 289
wires_ sockets_ 288
wishes voters 177,180
with_book request_book 109,115,116
with_options apply_options 173
without draws_without_seat 91,92,99,218,224,226,228,255
without_rates unlimited_rates 284
witness asks_witnesses 94,127,139,174,250,254,255,278
witness_ asks_witnesses_ 93,94
witnesses dice_witnesses 141,163,164
witnesses_ dice_witnesses_ 162,163
work answer_all 218,220,223,224,226,229,234,238,276
world server 233,264,284
world_ server_ 284
write pending_write 182,183
write write_dice 144
write write_end 130
write write_record 254
write write_room 136,146,149,150
write_begin write_start 123,124,141
write_end write_result 123,124,141
write_row write_room 160,161
written_at_ catch_up_written_at_ 139,140
wrong wrong_owner 23,24
you own_view 97,104,250
you_hash compute_you_hash 85,86,103
'''

CONTEXTS = '''
# server/app.cpp
end published_end	( days -> @	-> @	days -> @
proxies trusted_proxies	, { . @	{ . @	} , { . @
rules flag_settings	) , . @	, . @	@ =
url make_operator_url	, . @	. @ =	rules , . @
# server/app_cluster.cpp
fenced on_fenced	, . @	. @	} , . @
load get_load	. @	Events { . @	{ . @
version protocol_version	( mesh :: @	:: @	mesh :: @
# server/cluster/envelope.cpp
append append_message	void @	} void @	} } void @
# server/cluster/envelope.hpp
version protocol_version	:: @	= mesh :: @	@ = 5	constexpr std :: uint32_t @	mesh :: @	{ inline constexpr std :: uint32_t @
# server/cluster/handover.cpp
balance balance_rooms	( ) ; @	) ; @	; @	@ (	Handover :: @	void Handover :: @
end end_departure	( ) ) @	) ) @	) @	:: @	Handover :: @	given ) ) @	void Handover :: @	was_last ) @	| was_last ) @
games playable_games	-> second . @	. @	second . @
give give_room	) ) @	) @	) continue ; @	:: @	; @	Handover :: @	continue ; @	game ) ) @	return true ; @	true ; @	void Handover :: @
given transfer	-> second . @	. @	second . @
left handover	! @	( ! @	( ) , @	( @	) , @	* @	, * @	:: move ( @	< RoomHandover > @	= { room , @	> @	@ ->	RoomHandover > @	if ( ! @	move ( @	to , * @	{ room , @
left remaining_turn_time	-> transient . @	. @	transient . @
most max_wait	-> after ( @	:: Duration @	@ ,	Clock :: Duration @	Duration @	after ( @
next queue	-> transient . @	. @	transient . @
post poster	. @	= node_ . @	node_ . @
rooms room_count	( now . @	( to ) . @	) . @ ;	) now . @	* best ) . @	-> second . @	. @ )	. @ ,	@ <	@ =	best ) . @	now . @	second . @	to ) . @	| node . @	| | node . @
to receiver	( @ )	( leaving . @	) . hand_over ( room , @	, Epoch @	-> second . @	. @	. at ( @	. record_transfer ( @	. to = @	= @ ,	= { . @	@ , [	Epoch @ ,	at ( @	balance_ . record_transfer ( @	hand_over ( room , @	leaving . @	record_transfer ( @	room , Epoch @	second . @	to = @	{ . @
# server/cluster/handover.hpp
given transfer	:: GiveRoom @	GiveRoom @	mesh :: GiveRoom @
# server/cluster/handshake.hpp
version protocol_version	:: @	= mesh :: @	mesh :: @
# server/cluster/inbound.cpp
Seen SeenEntry	( mesh :: @	@ &	const mesh :: @	mesh :: @
gone is_gone	. @	; message . @	message . @
link link_number	. @	= first . @	] . @	at ] . @	first . @
post poster	. @	= node_ . @	node_ . @
# server/cluster/link.cpp
to peer	& setup , @	( @	* parsed , @	, @	, Epoch @	. on_dial_failure ( @	= @	Epoch @	address , Epoch @	on_dial_failure ( @	parsed , @	peer_ = @	setup , @	{ peer_ = @
to receiver	-> @	hello -> @	| hello -> @
version protocol_version	( @	-> version > @	:: min ( @	> @	Hello hello { @	hello { @	min ( @	version > @	{ @
# server/cluster/outbound.cpp
from socket	( asked . @	. @	asked . @
refused was_refused	! one . @	) request -> @	-> @	. @	one . @	request -> @
rooms remote_rooms	& @	( @	, RemoteRooms & @	, rooms_ ( @	RemoteRooms & @	rooms_ ( @
rooms seen_rooms	! socket -> @	( socket -> @	-> @	. @	: socket . @	= socket -> @	= socket . @	socket -> @	socket . @	{ socket . @
# server/cluster/own_sockets.cpp
rooms seen_rooms	: socket . @	@ )	socket . @
# server/cluster/public_rooms_publisher.cpp
published published_updates	:: @	> PublicRoomsPublisher :: @	PublicRoomsPublisher :: @
put put_room	:: @	PublicRoomsPublisher :: @	void PublicRoomsPublisher :: @
remove remove_room	:: @	PublicRoomsPublisher :: @	void PublicRoomsPublisher :: @
waiting waiting_rooms	& published . @	, published . @	. @	published . @
# server/cluster/questions.hpp
end finish	( ) ) @	) ) @	) @	; void @	] { @	number ] { @	void @	{ @	} ; void @
# server/cluster/relay.hpp
rooms room_count	) ; int @	; int @	int @
# server/cluster/remote_rooms.cpp
from socket	& RemoteRequest :: @	( request . @	( waiting . @	. @	:: @	RemoteRequest :: @	request . @	waiting . @
lost ownerless_since	- route . @	. @	; route . @	route . @
match match_id	, room_left . @	0 , room_left . @	room_left . @
own own_epoch	. @	. peers . @	= peers . @	peers . @
rooms seen_rooms	-> @	; socket -> @	; socket . @	= socket . @	@ .	socket -> @	socket . @	| socket . @
sockets viewers	& route . @	( ) . @	) . @	-> second . @	: route . @	; route . @	@ .	mapped ( ) . @	number : route . @	route . @	second . @	{ route . @
to new_owner	( room , @	, @	, Epoch @	. last = @	= @	Epoch @	last = @	room , @	room , Epoch @
to receiver	& moved . @	( moved . @	, moved . @	. @	= moved . @	moved . @
waiting waiting_requests	( ) . @	( route . @	) . @	-> second . @	. @	: route . @	; route . @	route . @	second . @	} route . @
# server/cluster/remote_rooms.hpp
sockets viewers	:: SocketNumber > @	> @	SocketNumber > @
# server/cluster/remote_sink.hpp
put put_frame	-> @	frames_ -> @	void @	{ frames_ -> @	{ } void @	} void @
# server/cluster/room_codes.cpp
then callback	( @	) > @	:: move ( @	> @	come ) > @	move ( @
# server/cluster/seat_searches.cpp
bots accepts_bot	, seek . @	@ }	seek . @
from socket	( request -> @	( request . @	-> @	. @	request -> @	request . @
own own_epoch	. @	. peers . @	peers . @
post poster	. @	= node_ . @	node_ . @	{ node_ . @
search seat_search	, request . @	-> @	. @	= request -> @	= request . @	request -> @	request . @
seek request	& @	( ) , @	( @	( from , @	) , @	, @	, from , @	, id_of ( @	, wanted , @	, { @	. game , @	. request_id , @	. socket , @	:: FindSeat & @	:: SeatDeclined { @	; if ( @	FindSeat & @	QuickMatch wanted { @	SeatDeclined { @	from , @	game , @	id_of ( @	if ( @	request_id , @	socket , @	wanted , @	wanted , { @	wanted { @	{ @
tried tried_rooms	& @	, search . @	, seek . @	, { wanted , @	. @	; search . @	> & @	@ }	search . @	seek . @	string > & @	{ search . @	{ seek . @	{ wanted , @
wanted request	& @	, search . @	, { @	. @	:: QuickMatch & @	QuickMatch & @	host = node_ . peers . search_host ( @ . game ) ; if ( ! own	request_id , { @	search . @	{ @
# server/cluster/seat_searches.hpp
seek request	& @	:: FindSeat & @	FindSeat & @
# server/cluster/shared_lobby.cpp
forget remove_deleted_player	:: @	SharedLobby :: @	] { @	player ] { @	void SharedLobby :: @	{ @
here connected	& @	& here ) { @	& player : @	( Room & @	: @	:: ConnectedPlayers & @	@ . on_account_deleted	ConnectedPlayers & @	Room & @	here ) { @	player : @
living living_nodes	. @	. peers . @	peers . @
number query_number	( part . @	( tables . @	. @	= wanted . @	part . @	tables . @	wanted . @	{ wanted . @
part answer	& @	. on_answer ( @	:: AdminAnswer & @	:: Json & @	:: parse ( @	@ .	AdminAnswer & @	Json & @	number , @	on_answer ( @	parse ( @	{ number , @
post poster	= node_ . @	@ ,	node_ . @
# server/cluster/takeover.cpp
beat send_beat	( ) ; @	) ; @	:: @	; @	Takeover :: @	void Takeover :: @
failed failed_nodes	! ended_nodes_ . @	( ended_nodes_ . @	) ended_nodes_ . @	. @	ended_nodes_ . @
load get_load	. @	= events_ . @	events_ . @
now steady_now	( ) > @	( @	) > @	:: move ( @	> @	move ( @
over on_end	! ended_nodes_ . @	( ended_nodes_ . @	. @	; ended_nodes_ . @	ended_nodes_ . @	events_ . @	{ events_ . @
# server/cluster/takeover.hpp
now steady_now	( ) > @	) > @	> @
# server/cluster/this_node.cpp
away on_unavailable	, Then @	:: move ( @	Then @	move ( @	read , Then @	std :: move ( @
post poster	( @ ,	) , @	, @ (	, reads ( @	own_lobby ) , @	reads ( @
# server/cluster/this_node.hpp
post poster	; LobbyPoster @	@ ;	lobby ; LobbyPoster @
# server/cluster/thread_watch.cpp
answered has_answered	* probe . @	. @	= probe . @	probe . @
# server/commands/analyse.cpp
member find_member	:: @	= dice_record :: @	dice_record :: @
# server/commands/check.cpp
finish make_finish_write	= table . @	finish = table . @	table . @
# server/commands/verify.cpp
text to_text	( verdict . @	@ (	verdict . @
# server/history/cup_field.cpp
end published_end	( days . @	days . @	hex ( days . @
ends_ms end_ms	= days . @	@ (	days . @
opened public_seed	= days . @	@ (	days . @
# server/lobby/accounts.cpp
answer send_reply	( ) . @	) . @	gate ( ) . @
look_up query_history	( services . @	. @	services . @
# server/lobby/admin_handler.cpp
url make_operator_url	. admin . @	@ (	admin . @
# server/lobby/clients.cpp
answer send_reply	( ) . @	) . @	. @
mentioned_players mentioned_player_ids	( before . @	( now . @	, before . @	, now . @	. @ ,	@ )	before . @	now . @
# server/lobby/clients.hpp
poster make_poster	. @	lobby_ . @	return lobby_ . @
# server/lobby/directory.cpp
charge charge_requests	, . @	@ =	} , . @
line list_entry	( report . @	, report . @	. @	. report . @	; known . @	; nobody . @	= report . @	known . @	nobody . @	report . @	{ report . @
make create	= Room :: @	Room :: @	room = Room :: @
maker creator	( memory . @	. @	memory . @
mentioned_players mentioned_player_ids	. @	known . @	} known . @
nobody nobody_online	:: @	:: ClosingReason :: @	ClosingReason :: @
prioritize prioritize_loading	, . @	@ =	} , . @
report report_room	; return { . @	return { . @	{ . @
since_ms created_at_ms	; known . @	@ =	known . @
# server/lobby/greeter.cpp
reach list_reachable_urls	= services . @	@ (	services . @
# server/lobby/lobby.cpp
store open_store	. @	= services . @	services . @
# server/lobby/matchmaker.cpp
password password_hash	; wanted . @	@ =	wanted . @
quick is_quick_match	) quick -> @	-> @	quick -> @
# server/lobby/pending_admin_request.hpp
look_up query_history	( ) . @	) . @	. @
# server/lobby/practice.cpp
chance make_chance	. @	= services . @	services . @
# server/lobby/room_loader.cpp
look_up query_history	( ) . @	) . @	@ }
read load	:: @	Room :: @	{ Room :: @
# server/lobby/room_quota.cpp
address address_key	. @	. by . @	by . @
player player_id	. @	. by . @	by . @
site site_key	. @	. by . @	by . @
# server/lobby/waiting_rooms.cpp
line list_entry	. @	= report . @	report . @
seated seated_ids	, report . @	@ }	report . @
# server/match/cup_verdict.cpp
draws draw_count	+ verdict_ . @	. @	verdict_ . @
entry entry_seq	+ verdict_ . @	. @	= verdict_ . @	verdict_ . @	} verdict_ . @
# server/match/dice_arithmetic.cpp
a size	( request . @	. @	= request . @	request . @
b faces	( request . @	. @	request . @
first secret	& @	( @	= to_digest ( @	Secret & @	const Secret & @	to_digest ( @
k index	( request . @	. @	request . @
number throw_number	( Number @	) , big_endian ( @	, big_endian ( @	:: uint32_t @	> ( @	@ >	Number @	big_endian ( @	big_endian ( Number @	char > ( @	std :: uint32_t @	uint32_t @
# server/match/dice_record.cpp
one singular	& @	( @	) ; return @	* @	1 ? @	: @	:: equal ( @	; return @	; } return @	= 1 ? @	? @	Json & @	] : @	char * @	const Json & @	const char * @	equal ( @	if ( @	return @	value ] : @	{ if ( @	} if ( @	} return @
text read_text	:: string @	std :: string @	string @
# server/match/dice_record.hpp
name field	" ) , @	) , @	, @	:: string @	std :: string @	string @
text read_text	:: string @	std :: string @	string @
# server/match/dice_replay.cpp
entry entry_seq	+ verdict . @	+ verdict_ . @	, verdict . @	, verdict_ . @	. @	verdict . @	verdict_ . @	} verdict . @	} verdict_ . @
found result	& @	& ] { @	, viewer , @	> & @	ReplayResult > & @	] { @	record , viewer , @	viewer , @	{ @
k index	. @	. request . @	request . @
shown viewer_hashes	) found_ . @	. @	found_ . @
take take_draws	= chance_ . @	asked = chance_ . @	chance_ . @
take take_throws	: chance . @	chance . @	one : chance . @
# server/match/dice_verdict.cpp
draws draw_count	( verdict_ . @	+ verdict_ . @	. @	= count_text ( @	@ ,	count_text ( @	verdict_ . @
early uncontributed_draws	( seat ) ; if ( @	) ; if ( @	+ verdict_ . @	. @	:: to_string ( @	@ >	std :: to_string ( @	to_string ( @	verdict_ . @
entry entry_seq	( verdict_ . @	) return ( @	+ verdict_ . @	, verdict_ . @	. @	:: to_string ( @	= verdict_ . @	@ =	return ( @	std :: to_string ( @	to_string ( @	verdict_ . @
text read_text	; match_ = @	; players_ = @	; settings_ = @	= @	match_ = @	players_ = @	settings_ = @
text to_text	:: @	DiceVerdict :: @	string DiceVerdict :: @
# server/match/match_dice.cpp
by author	( ) , . @	( @	) , . @	-> @	:: to_json ( @	= ask_ -> @	@ = protocol	ask_ -> @	to_json ( @
count count_values	) ; } @	) return ; @	; @	; } @	MatchDice :: @	return ; @	void MatchDice :: @	} @	} void MatchDice :: @
count value_count	& so_far -> @	) ) . @	) . @	-> @	. @	so_far -> @
hash previous_hash	" , @	( ) , . @	) , . @	, @	-> @	= ask_ -> @	@ = json	ask_ -> @	{ " , @
hex hex_value	& @	( ) , @	) , @	:: string & @	:: string_view @	= digest_of ( @	= parse_digest ( @	@ )	@ .	digest_of ( @	parse_digest ( @	std :: string_view @	string & @	string_view @
k first_draw_number	" , @	& & ask . @	& ask . @	( ask_ -> @	) ) , . @	) , . @	, @	-> @	@ = json	ask . @	ask_ -> @	{ " , @
k index	. @ }	. request . @	request . @
last last_value	( ) . @	) . @	. @
n prompt	" , @	) ) , . @	) , . @	, @	-> @	= ask_ -> @	@ = json	ask_ -> @	{ " , @
proof make_proof	:: @	JsonText MatchDice :: @	MatchDice :: @
push make_push	:: @	DicePush MatchDice :: @	MatchDice :: @
reveal accept_reveal	:: @	> DiceStart :: @	DiceStart :: @
seats asked_seats	! ask . @	( ) , . @	( ask . @	( ask_ -> @	-> @	. @ )	. @ ,	. @ .	: ask . @	: ask_ -> @	:: array ( @	= ask . @	= ask_ -> @	@ = std	JsonText :: array ( @	array ( @	ask . @	ask_ -> @	uint64_t > ( ) , . @
tip accept_tip	:: @	> DiceStart :: @	DiceStart :: @
witness asks_witnesses	( @	, bool @	, witness_ ( @	bool @	players , bool @	witness_ ( @
# server/match/match_dice.hpp
count count_values	; void @	const ; void @	void @
count value_count	; int @	int @	} ; int @
seats asked_seats	-> @	= ask_ -> @	@ ;	@ ; std	@ ; std ::	ask_ -> @
# server/match/match_notes.cpp
shown view_notes	@ =	is_null ( ) ) @	json . is_null ( ) ) @
text read_text	; players = @	= @	hex = @	player = @	players = @	settings = @	string hex = @	{ player = @	{ settings = @
# server/match/match_notes.hpp
shown view_notes	> > @	> @	SightNote > > @
# server/match/notes_comparison.cpp
shown view_notes	! notes . @	( ! notes . @	* notes . @	: * notes . @	notes . @
shown viewer_hashes	-> @	: rules . @	= rules -> @	rules -> @	rules . @	shown : rules . @
# server/match/own_notes.cpp
endings end_reasons	( found . @	( own . @	. @	found . @	own . @
entry entry_seq	. @	; verdict . @	= fault . @	fault . @	verdict . @
own player_notes	& @	( member ( @	( record , @	) { if ( @	+ = endings_text ( @	, @	= endings_text ( @	MatchNotes notes ( @	PlayerNotes & @	const MatchNotes notes ( @	const PlayerNotes & @	endings_text ( @	if ( @	notes ( @	record , @	same_json ( member ( @	{ if ( @	| ! same_json ( member ( @
# server/match/table.cpp
by author	( asked . @	) , . @	) , asked . @	, asked . @	@ = by	asked . @	hash_ ) , . @	if ( asked . @	play ( asked . @	play_bot ( asked . @	remember ( asked . @
hash previous_hash	+ 1 , . @	1 , . @	@ = hex
left remaining_time	. left_ms = @	:: milliseconds @	= @	chrono :: milliseconds @	left_ms = @	milliseconds @
proof make_proof	-> @	= dice -> @	= dice_ -> @	dice -> @	dice_ -> @	return dice_ -> @
seats asked_seats	) , . @	, . @	. @
# server/net/record_download.cpp
member find_member	& log = @	( @	:: @	; if ( @	; next = @	= @	> ( @	Json next = @	dice_record :: @	if ( @	int64_t > ( @	log = @	next = @	using dice_record :: @
# server/room/actor.cpp
wait enqueue_action	) return @	:: @	Actor :: @	is_held_ ) return @	return @	void Actor :: @
# server/room/actor.hpp
wait enqueue_action	) @	0 ) @	: void @	> 0 ) @	private : void @	void @
# server/room/analysis_service.cpp
follow analyze_slice	( @	:: @	AnalysisService :: @	bool AnalysisService :: @	if ( @	{ if ( @
from requester	! task -> @	* task -> @	-> @	. second -> @	; task -> @	second -> @	task -> @
next next_entry	( task . @	. @	[ task . @	task . @
store store_writes	( @	, Store @	:: move ( @	Store @	move ( @	run , Store @
stored stored_log	( task . @	-> @	. @	; task -> @	= task -> @	task -> @	task . @
waiting waiters	& task . @	( task -> @	-> @	. @	; task -> @	task -> @	task . @	{ task . @
# server/room/analysis_service.hpp
from requester	< ClientNetwork > @	> @	ClientNetwork > @
# server/room/bot_controller.cpp
choose choose_move	. @	. bot_service . @	bot_service . @
choose choose_moves	:: @	BotController :: @	void BotController :: @
level bot_level_for_seat	! @	( ! @	:: @	= @	> BotController :: @	> at = @	BotController :: @	at = @	if ( ! @
# server/room/bot_quota.cpp
done on_delay	( @	, DelayCallback @	:: move ( @	DelayCallback @	entries , DelayCallback @	move ( @
spend consume	:: @	BotQuota :: @	void BotQuota :: @
# server/room/bot_service.cpp
chance make_chance	( ) > @	( @	) > @	:: move ( @	> @	move ( @
choose choose_move	:: @	BotService :: @	void BotService :: @
compute compute_book_async	:: @	BotService :: @	] { @	settings ] { @	void BotService :: @	{ @
compute run_book_job	( @	, RunJob @	:: move ( @	RunJob @	move ( @	think , RunJob @
hints compute_hints	:: @	BotService :: @	void BotService :: @
# server/room/bot_service.hpp
compute compute_book_async	) ; void @	; void @	void @
compute run_book_job	, RunJob @	RunJob @	think , RunJob @
# server/room/commit_gate.cpp
answer send_reply	:: @	CommitGate :: @	void CommitGate :: @
last last_write	( std :: uint64_t @	:: on_post_done ( std :: uint64_t @	:: settle ( std :: uint64_t @	; settle ( @	= @	durable_count_ = @	false ; settle ( @	settle ( @	uint64_t @ ,	{ durable_count_ = @
refused refusal_code	, @	, request_id , @	:: Code > @	> @	Code > @	request_id , @
# server/room/dice_witnesses.cpp
end end_ask	:: @	; return @	DiceWitnesses :: @	PendingRequests DiceWitnesses :: @	ask_retry_delay ; return @	return @
longest max_wait	( Clock :: Duration @	:: start ( Clock :: Duration @	; ask_limit_ = @	= @	@ )	ask_limit_ = @
push make_push	( ) -> @	) -> @	-> @
push push_ask	( ) ) @	( text_ ) @	) ) @	) @	DiceWitnesses :: @	text_ ) @	void DiceWitnesses :: @	} void DiceWitnesses :: @
# server/room/frozen_room_closer.cpp
left has_left	! seat . @	. @	seat . @	| seat . @
wait start_timer	! timer_ ) @	) @	:: @	FrozenRoomCloser :: @	] { @	this ] { @	timer_ ) @	void FrozenRoomCloser :: @	{ @
write write_end	) ] { @	:: @	FrozenRoomCloser :: @	] { @	void FrozenRoomCloser :: @	{ @
# server/room/frozen_room_closer.hpp
wait start_timer	( ) { @	) { @	; } void @	void @	{ @	} void @
# server/room/hints.cpp
hints compute_hints	. bot_service . @	@ (	bot_service . @
n prompt	& pending . @	. @	= pending . @	] . @	pending . @	seat ] . @	| pending . @
# server/room/join_leave_requests.cpp
enter add_online_member	. @	. seating . @	seating . @
enter admit	( ) ; @	) ; @	) ; } @	:: @	; @	; } @	JoinLeaveRequests :: @	false ; @	return false ; @	void JoinLeaveRequests :: @	} @
password password_hash	. settings . @	@ !	@ .	@ ;	settings . @
reclaimed_seat seat_reclaimed	) . @	. @	joined ) . @
remove remove_player	) ; else @	:: @	; else @	JoinLeaveRequests :: @	else @	void JoinLeaveRequests :: @
write write_room	) events_ . @	events_ . @	other_host ) events_ . @
# server/room/join_leave_requests.hpp
forget cancel	. @	password_check_ . @	{ password_check_ . @
forget cancel_password_check	) ; void @	; void @	void @
# server/room/match_publisher.cpp
push make_push	. @	= @	= clock_ . @	@ (	MatchPublisher :: @	MatchPush MatchPublisher :: @	MatchPush written = @	auto missed = @	clock_ . @	missed = @	written = @
sight update	( @	( PushVariant { @	( const protocol :: ViewerUpdate & @	( match , @	, @	:: ViewerUpdate @	:: move ( @	= = @	= @	@ ,	@ , bool	PushVariant { @	ViewerUpdate @	match , @	move ( @	protocol :: ViewerUpdate @	sight = = @	{ @
# server/room/match_runner.cpp
again is_repeated	( played . @	@ )	played . @
again retry_move	@ (	events_ . @	{ events_ . @
ask request_hints	; } hints_ . @	hints_ . @	} hints_ . @
by author	= = ask . @	= ask . @	ask . @
cup cup_day	! room . @	( room . @	* room . @	, room . @	. settings . @	@ &	@ )	@ ?	@ }	room . @	settings . @
dice pending_dice	( stored . @	move ( stored . @	stored . @
end end_ask	dice_ . witnesses ( ) . @	witnesses ( ) . @	witnesses ( ) . @ (
end end_match	( ) ) @	( ) ; @	) ) @	) ; @	) @	:: @	; @	MatchRunner :: @	void MatchRunner :: @
find find_seat	. seating . @	room . seating . @	seating . @
finish finish_match	. @	. seating . @	seating . @
finish make_finish_write	( table_ -> @	-> @	table_ -> @
forget delete_nonce	( ) -> @	( ) . @	) -> @	) . @	-> @	start ( ) . @
forget delete_player_secrets	:: @	MatchRunner :: @	void MatchRunner :: @
forget discard_all	) ; hints_ . @	; hints_ . @	hints_ . @
in_turn seat_in_turn	( * @	; if ( @	> @ ,	@ )	@ , const	@ , const DiceWitnesses	if ( @	missed_turn ( * @
left has_left	! seat . @	@ &	seat . @
left remaining_time	( turn_clock_ . @	@ (	turn_clock_ . @
match match_id	( ) . @	) . @	. @ (	= start . @	start . @
open open_ask	( ) -> @	) -> @	-> @
start match_start	( dice_ . @	) ; dice_ . @	) { dice_ . @	; dice_ . @	; return dice_ . @	= dice_ . @	dice_ . @	if ( dice_ . @	match = dice_ . @	return dice_ . @	start = dice_ . @	{ dice_ . @
start start_match	. seating . @	seating . @	state_ . seating . @
starter requester	( @	:: move ( @	; if ( @	< Requester > @	> @	Requester > @	if ( @	move ( @
witness asks_witnesses	. @	= room . @	room . @
write pending_write	( stored . @	* stored . @	@ )	stored . @
# server/room/match_runner.hpp
start match_start	! dice_ . @	. @	dice_ . @
# server/room/match_start.cpp
before previous_state	& @	) = = @	:: string & @	= = @	= @	string & @
begin on_complete	( @	, Begin @	:: move ( @	Begin @	move ( @	room , Begin @
match match_id	, match = @	-> @	= this -> @	@ (	match = @	this -> @
push make_push	-> @	-> dice -> @	dice -> @
push push_state	( ) ; @	) ; @	. limits ; @	; @	MatchStart :: @	limits ; @	void MatchStart :: @	} ) ; @	} void MatchStart :: @
tip accept_tip	-> @	-> dice -> @	dice -> @
write write_dice	( ) ; @	) ; @	) return ; @	; @	MatchStart :: @	player ) ; @	return ; @	void MatchStart :: @	} void MatchStart :: @
# server/room/match_start.hpp
match match_id	:: string @	std :: string @	string @
# server/room/member_requests.cpp
find find_seat	. seating . @	= seating . @	seat = seating . @	seating . @	state_ . seating . @
password password_hash	! @	& @	( ! @	) wanted . @	. password = @	:: string & @	= @	@ =	if ( ! @	password = @	string & @	wanted . @
write write_room	) { events_ . @	events_ . @	{ events_ . @
# server/room/member_requests.hpp
judge process	& @	) > & @	> & @
judge process_request	; Judge @	Judge @	write ; Judge @
# server/room/password_check.cpp
done on_checked	( @	) > @	:: move ( @	> @	matches ) > @	move ( @
# server/room/presence_timers.cpp
playing is_playing	( bool @	) ; if ( @	. @	; if ( @	= seating_ . @	bool @ )	if ( @	record_presence ( bool @	seating_ . @
# server/room/quick_start.cpp
push make_push	:: @	> QuickStart :: @	QuickStart :: @
push push_room	) events_ . @	. @	; events_ . @	events_ . @
quick is_quick_match	( ) . @	) . @	. @
# server/room/quick_start.hpp
push make_push	:: Quick > @	> @	Quick > @
push push_room	:: Action @	Action @	Actor :: Action @
# server/room/report_row.cpp
by operator_name	" + @	" ] = @	& @	+ " + @	+ @	:: string & @	= @	] = @	string & @
# server/room/resent_moves.cpp
answer send_answer	( @	, DeferredAnswer @	:: move ( @	DeferredAnswer @	move ( @	room , DeferredAnswer @
look_up query_history	( ) . @	) . @	. @
# server/room/room.cpp
abandon abandon_match	, . @	@ =	} , . @
add add_socket	) match_runner_ . @	is_new ) match_runner_ . @	match_runner_ . @
answer finish	) return asked . @	. close . @	asked . @	close . @	departure_ . close . @	return asked . @
answer send_reply	) ; replies_ . @	) replies_ . @	. replies_ . @	; replies_ . @	by ) replies_ . @	replies_ . @	self . replies_ . @
close close_room	, . @	@ =	} , . @
done on_done	( asked . @	. @	. close . @	. handover . @	asked . @	close . @	handover . @
forget cancel_password_check	) { join_leave_requests_ . @	join_leave_requests_ . @	{ join_leave_requests_ . @
forget delete_player_secrets	; } match_runner_ . @	match_runner_ . @	} match_runner_ . @
frames sent_frame_count	= publisher_ . @	@ (	publisher_ . @
judge process	& @ ,	) > & @	= @	> & @	Verdict verdict = @	verdict = @
judge process_request	, . @	. @	} , . @
maker creator	( state_ . @	. @	; state . @	state . @	state_ . @	{ state_ . @
maker requester	& @	( @	( [ @	, @	. add ( @	. answer ( @	. id , @	. open ( @	= maker_of ( @	Requester & @	[ @	add ( @	answer ( @	const Requester & @	id , @	maker_of ( @	open ( @	post ( [ @
no_room room_closed	:: @	RequestAdmission :: @	case RequestAdmission :: @
no_room unknown_room_rejection	( @	: return @	; stop ( @	closed : return @	return @	stop ( @
now accepted	:: @	RequestAdmission :: @	case RequestAdmission :: @
open seat_creator	. @	. seating . @	seating . @
player player_id	. maker . @	@ =	state_ . maker . @
push make_push	= quick_start_ . @	quick = quick_start_ . @	quick_start_ . @
push push_room	, . @	@ =	} , . @
push push_to_all	) ; publisher_ . @	) publisher_ . @	. publisher_ . @	; publisher_ . @	] { publisher_ . @	has_spoken ) publisher_ . @	publisher_ . @	self . publisher_ . @	{ publisher_ . @
remove remove_player	) ; join_leave_requests_ . @	; join_leave_requests_ . @	join_leave_requests_ . @
report report_presence	, { . @	. @ =	{ . @
report report_room	= lobby_ . @	@ ,	lobby_ . @
report report_to_lobby	( ) ; @	) ) ; @	) ; @	) { @	. @ (	:: @	; @	; self . @	@ ( )	Room :: @	[ this ] { @	bool match_begins ) { @	match_begins ) { @	player ) ; @	self . @	text ) ; @	this ] { @	void Room :: @
report_change report_phase_change	, . @	; } , . @	} , . @
report_change report_presence	, { . @	match_runner_ , { . @	{ . @
start start_match	, { . @	@ =	{ . @
stop stop_activities	) ; @	) ; } @	:: @	:: frozen ; @	; @	; } @	Room :: @	closed ) ; @	frozen ; @	void Room :: @	} @
why reason	& & ( @	& ( @	& @	( @	( ClosingReason @	( from , * @	) if ( @	, * @	:: ClosingReason @	= @	= check_may_close ( @	ClosingReason @	Room :: ClosingReason @	Verdict & @	bool is_deserted = @	check_may_close ( @	close_for ( ClosingReason @	const Verdict & @	from , * @	if ( @	is_deserted = @	} if ( @
witnesses dice_witnesses	( ) . @	) . @	. @
write write_room	, . @	@ =	} , . @
# server/room/room_dice.cpp
cancel cancel_all	:: @	> RoomDice :: @	RoomDice :: @	] { @	this ] { @	{ @
cancel cancel_ask	. @	= witnesses_ . @	witnesses_ . @
# server/room/room_dice.hpp
charge charge_requests	) > @	. @	> @	events_ . @	requests ) > @	{ events_ . @
# server/room/room_handover.cpp
dice room_dice	. @	= match_runner_ . @	match_runner_ . @
done on_done	. @	. handover . @	handover . @
match match_id	) { room . @	room . @	{ room . @
wait defer	( ) . @	) . @	@ (
wait retry_timer	. handover . @	@ =	handover . @
# server/room/room_publisher.cpp
bot_plays is_bot_playing	= room_seat . @	@ ,	room_seat . @
bots allows_bots	= settings . @	@ ;	settings . @
cup cup_day	= settings . @	@ ;	settings . @
find find_seat	! seating . @	( ! seating . @	seating . @
hints allows_hints	= settings . @	@ ;	settings . @
push push_to_all	) ) { @	) { @	RoomPublisher :: @	] { @	this ] { @	void RoomPublisher :: @	{ @ (	} void RoomPublisher :: @
ready is_ready	= room_seat . @	@ |	room_seat . @
spectators allows_spectators	= settings . @	@ ;	settings . @
witness asks_witnesses	= settings . @	@ ;	settings . @
# server/room/room_record.cpp
accepts_bot seats_accepting_bot	) memory . @	@ .	memory . @
bot_plays is_bot_playing	= room_seat . @	@ ,	room_seat . @
closed is_closed	. @	; report . @	report . @
cup cup_day	. settings . @	@ ;	settings . @
left has_left	! room_seat . @	= room_seat . @	@ &	@ )	@ ,	room_seat . @
line list_entry	) report . @	+ report . @	. @ .	; report . @	= report . @	report . @
locked has_password	. invitation . @	invitation . @	report . invitation . @
members member_ids	) report . @	@ .	report . @	{ report . @
mentioned_players mentioned_player_ids	. @	; report . @	report . @
people people_count	) ; report . @	; report . @	report . @
player player_id	. maker . @	@ }	maker . @
quick is_quick_match	= settings . @	@ ;	settings . @
ready is_ready	= room_seat . @	@ ,	room_seat . @
seated seated_ids	( report . @	; report . @	continue ; report . @	count ( report . @	report . @
seated seated_names	. invitation . @	invitation . @	report . invitation . @
seats seat_count	. invitation . @	= settings . @	invitation . @	report . invitation . @	seats = settings . @	settings . @
since_ms created_at_ms	) ; report . @	, room . @	; report . @	= report . @	= room . @	@ ;	report . @	room . @	since_ms = report . @	} , room . @
since_ms seated_at_ms	= room_seat . @	room_seat . @	since_ms = room_seat . @
spectators allows_spectators	= settings . @	may_watch = settings . @	settings . @
# server/room/room_refusals.hpp
no_such_game unknown_game_rejection	:: Rejection @	Rejection @	protocol :: Rejection @
# server/room/room_restore.cpp
accepts_bot seats_accepting_bot	( known . @	@ ,	known . @
begin restore	) ; presence_timers_ . @	-> presence_timers_ . @	; presence_timers_ . @	presence_timers_ . @	room -> presence_timers_ . @
bot_plays is_bot_playing	, . @	@ =	ready , . @
done on_done	. @	. handover . @	handover . @
left has_left	, . @	@ =	gone , . @
left remaining_turn_time	-> @	= transient -> @	transient -> @
player player_id	. maker . @	known . maker . @	maker . @
ready is_ready	, . @	@ =	} , . @
seats seat_count	( others . @	) others . @	. settings . @	@ ,	@ =	others . @	room . settings . @	settings . @
since started_at	( pending_read_ . @	-> pending_read_ . @	. @	pending_read_ . @
since_ms created_at_ms	) { room . @	room . @ =	{ room . @
since_ms seated_at_ms	, . @	. missed , . @	missed , . @
unread loading	:: @	= LifeStage :: @	LifeStage :: @
# server/room/room_settings.cpp
absence absence_vote_delay	, . @	@ =	quick , . @
address address_key	, maker . @	. @	= maker . @	maker . @
bots allows_bots	) settings . @	, . @	, settings . @	; settings . @	= settings . @	@ ,	@ =	@ }	min_seats , . @	settings . @
hints allows_hints	) settings . @	, settings . @	; settings . @	@ =	@ }	settings . @
password password_hash	) settings . @	, settings . @	; settings . @	@ .	@ =	@ }	settings . @
player player_id	! maker . @	, maker . @	. @	maker . @
seats seat_count	( settings . @	) ; settings . @	) settings . @	) { settings . @	, . @	, settings . @	. title , . @	; settings . @	= settings . @	@ ,	@ <	@ >	@ }	seats ) settings . @	settings . @	title , . @	{ settings . @	| settings . @
spectators allows_spectators	) ; settings . @	) settings . @	, . @	, settings . @	. bots , . @	; settings . @	= settings . @	@ ,	@ }	bots , . @	settings . @	spectators ) settings . @
title game_title	@ =	return { . @	{ . @
witness asks_witnesses	( settings . @	) settings . @	* settings . @	= * settings . @	@ =	if ( settings . @	settings . @
# server/room/room_settings.hpp
player player_id	:: string @	std :: string @	string @
# server/room/seating.cpp
bot_plays bot_took_over	:: @	? LeaveResult :: @	LeaveResult :: @
bot_plays is_bot_playing	) -> @	-> @	; seat -> @	= seat -> @	player ) -> @	seat -> @
find find_seat	! @	& ! @	& & ! @	( ! @	* Seating :: @	* before = @	* seat = @	= @	RoomSeat * Seating :: @	Seating :: @	before = @	if ( ! @	level | | @	return ! @	seat = @	{ return ! @	| @	| | @
left has_left	! seat -> @	! seat . @	) seat -> @	-> @	. @	= seat -> @	seat -> @	seat . @	| seat -> @
ready is_ready	) -> @	) seat . @	, . @	-> @	. @	; seat -> @	; seat . @	id ) -> @	is_person ) -> @	player , . @	seat -> @	seat . @
seats seat_count	( rules . @	. @	> rules . @	rules . @
# server/room/seating.hpp
bot_plays bot_took_over	, @	frees_seat , @	{ frees_seat , @
bot_plays is_bot_playing	; bool @	bool @	false ; bool @
playing is_playing	; } bool @	bool @	} bool @
ready is_ready	; bool @	@ =	} ; bool @
seats seat_count	; int @	int @	} ; int @
# server/room/seating_match.cpp
playing is_playing	( @	; if ( @	if ( @
# server/room/seating_votes.cpp
by requester	! find ( @	! is_here ( @	& & @	& @	( @	. insert ( @	; if ( @	= @	PlayerInfo & @	bool by_host = @	by_host & & @	by_host = @	const PlayerInfo & @	find ( @	if ( @	insert ( @	is_here ( @
count count_votes	! is_decided ( @	( @	:: @	; return @	= @	Seating :: @	Votes Seating :: @	Votes votes = @	is_decided ( @	nullopt ; return @	return @	votes = @
# server/room/stored_room.cpp
dice pending_dice	! ( @	& ! ( @	& & @	& @	( ) ; @	( @	) ; @	, @ ->	-> id , @	:: move ( @	; @	; if ( @	dice & & @	id , @	if ( @	move ( @
# server/room/turn_clock.cpp
left remaining	( duration_ , @	) | | @	:: Duration @	@ +	@ + grace	Clock :: Duration @	Duration @	duration_ , @	start ( std :: max ( @	| @	| | @
left remaining_time	:: @	; paused_ = @	= @	@ (	@ ( )	Duration TurnClock :: @	TurnClock :: @	kind_ , @	least = std :: max ( @	paused_ = @	{ kind_ , @
# server/room/turn_clock.hpp
left remaining	( Clock :: Duration @	@ ,	void resume ( Clock :: Duration @
left remaining_time	@ (	paused_ ; } Clock :: Duration @	} Clock :: Duration @
# server/site/api.cpp
ask request_analysis	) ; analysis_service_ -> @	; analysis_service_ -> @	analysis_service_ -> @
# server/site/invitation_html.cpp
free free_seat_count	. @	= invitation . @	invitation . @	| invitation . @
# tests/server/absence_test.cpp
at client_at	( friends . @	REQUIRE ( friends . @	friends . @
turn advance_time	) world . @	. @	; world . @	world . @	} world . @
# tests/server/actor_test.cpp
run run_handlers	. @	; world . @	world . @
# tests/server/admin_test.cpp
ask request	( ana . @	( ben . @	( eve . @	( player -> @	) ; ana . @	) ; ben . @	) ben . @	-> @	. ana . @	. ben . @	; ana . @	; ben . @	; return eve . @	; return player . @	= ana . @	= ben . @	CHECK ( ana . @	CHECK ( ben . @	ana . @	ben . @	by . @	code_of ( ana . @	code_of ( ben . @	code_of ( eve . @	eve . @	it . ana . @	it . ben . @	line ) ben . @	match = ana . @	no = ben . @	player -> @	player . @	refusal ( ana . @	refusal ( ben . @	return ana . @	return by . @	return eve . @	return player . @	{ return ana . @	{ return by . @
closed close_code	-> @	. sink -> @	sink -> @
count count_frames	" ) . @	( ana . @	( carl . @	( eve . @	( player -> @	, " ) . @	-> @	= eve . @	@ ( "	CHECK ( ana . @	CHECK ( carl . @	CHECK ( eve . @	ana . @	carl . @	eve . @	lines = eve . @	player -> @
# tests/server/analysis_service_test.cpp
ask request_analysis	) ; analysis_service . @	. analysis_service . @	; analysis_service . @	analysis_service . @	house . analysis_service . @
# tests/server/balance_test.cpp
max_per_second max_rooms_per_second	( Balance :: @	:: @	< Balance :: @	Balance :: @
# tests/server/bot_controller_test.cpp
ask request	( ana . @	( ben . @	( bot . @	( robot . @	-> ana . @	. @	. ana . @	. ben . @	; ana . @	= ana . @	ana . @	ben . @	bot . @	robot . @
# tests/server/check_test.cpp
code exit_code	( ) ) . @	( finished . @	( missing . @	( running . @	( said . @	) ) . @	) . @	CHECK ( finished . @	CHECK ( missing . @	CHECK ( running . @	CHECK ( said . @	CHECK_MESSAGE ( said . @	finished . @	missing . @	running . @	said . @
err error_output	( missing . @	( said . @	, said . @	. @	missing . @	said . @
out output	( finished . @	( running . @	( said . @	) ) . @	) . @	, said . @	. @	finished . @	running . @	said . @
record record_entry	AppendEntry { table . @	table . @	{ table . @
# tests/server/cluster_time_test.cpp
over ended	( verdict . @	) , verdict . @	, verdict . @	insert ( verdict . @	verdict . @
# tests/server/cup_dice_test.cpp
place position	, thrown . @	. @	: thrown . @	thrown . @	{ thrown . @
# tests/server/cup_test.cpp
end published_end	( ) . @	( same . @	) . @	CHECK ( same . @	days ( ) . @	same . @
text to_text	) ) ) . @	) ) . @	) . @
turn advance_time	( ) { @	) house . @	) { @	. @	; house . @	@ (	house . @
# tests/server/dice_ask_test.cpp
ask request	( eva . @	( old . @	. @	. ana . @	ana . @	eva . @	old . @
begin start_match	) ; cups . @	; cups . @	cups . @
early uncontributed_draws	( ) . @	) . @	. @
give give_value	. @	. ben . @	ben . @
turn advance	. hands . @	hands . @	world . hands . @
turn advance_time	) ; world . @	) { world . @	; world . @	; } world . @	world . @	{ world . @	} world . @
value value_for	. ana . @	. ben . @	ana . @	ben . @	cups . ana . @	cups . ben . @
value value_hex	) . chain . @	. chain . @	chain . @
# tests/server/dice_chain.hpp
number index	( int @	:: size_t > ( @	@ )	int @	size_t > ( @	value ( int @
# tests/server/dice_disk_test.cpp
ask request	( ana . @	( late . @	( old . @	( player -> @	. @	. ana . @	. ben . @	@ (	ana . @	ben . @	late . @	old . @	player -> @
early uncontributed_draws	( ) . @	( verdict . @	) . @	. @	verdict . @
late late_values	( ) . @	( verdict . @	) . @	. @	verdict . @
start start_request_id	( cups . @	. @	cups . @
tip tip_hex	. @	. chain . @	chain . @
value value_for	. ana . @	. ben . @	ana . @	ben . @	cups . ana . @	cups . ben . @
# tests/server/dice_mutants.hpp
before replay_before	:: Match > @	= @	> @	Match > @	auto match = @	match = @
entries visit_entry_changes	( ) ; @	) ; @	; @	; } void @	void @	} void @
# tests/server/dice_mutation_test.cpp
choices seed	, { . @	. @	MatchSetup { . @	{ . @
# tests/server/dice_people.hpp
at client_at	& @	& mover = @	( @	= @	Witness & @	mover = @	return send_move ( @	send_move ( @	} Witness & @
extra entry_extra	; } Json @	Json @	} Json @
match match_id	( ) , @	) ) ; @	) , @	) ; @	, @ )	; @	; std :: string @	= = @	= @	@ ;	Json start ; std :: string @	] = = @	record_of ( @	return record_of ( @	{ return record_of ( @
steps pushed_steps	@ (	@ ( )	@ ( ) const
value value_for	, @ (	:: string @	@ ( push	@ ( push [	std :: string @	string @
value value_hex	" , chain . @	, chain . @	. chain . @	chain . @	own . chain . @
world server	( @ .	) ) : @	) : @	) ; work ( @	, room } } ) ; @	: @	; work ( @	; } World & @	= @	= log_of ( @	@ ;	auto history = @	auto store = @	history = @	log_of ( @	store = @	which ) } } ) ; @	work ( @	} ) ; @	} World & @	} } ) ; @
# tests/server/dice_people_test.cpp
ask request	( eva . @	. @	. ana . @	. ben . @	ana . @	ben . @	eva . @
at client_at	) { cups . @	cups . @	{ cups . @
tip tip_hex	. @	. chain . @	chain . @
turn advance_time	) ; world . @	) world . @	) { world . @	; world . @	; } world . @	second ) world . @	world . @	{ world . @	} world . @
turn seat_in_turn	( cups . @	CHECK ( cups . @	REQUIRE ( cups . @	cups . @	if ( cups . @
value value_for	. ana . @	ana . @	cups . ana . @
value value_hex	) . chain . @	. chain . @	chain . @
# tests/server/dice_start_test.cpp
ask request	( ana . @	( ben . @	( eva . @	( old . @	( player -> @	( robot . @	-> @	. @	. ana . @	. ben . @	; ben . @	; old . @	; robot . @	= ana . @	ana . @	ben . @	eva . @	old . @	player -> @	robot . @
match match_id	( cups . @	, cups . @	. @ )	. @ =	; cups . @	= cups . @	@ !	@ ,	@ ;	@ }	cups . @
tip tip_hex	. @	. chain . @	chain . @
# tests/server/dice_vectors.hpp
tips parse_tips	@ (	inline Tips @	} inline Tips @
# tests/server/dice_verdict_test.cpp
draws draw_count	( verdict . @	. @	verdict . @
early uncontributed_draws	( verdict . @	. @	verdict . @
# tests/server/dice_wait_test.cpp
answer answer_pushes	. @	. ana . @	. ben . @	ana . @	ben . @
ask request	( player -> @	-> @	. @	. ana . @	. ben . @	ana . @	ben . @	player -> @
at client_at	( cups . @	= cups . @	CHECK ( cups . @	cups . @	mover = cups . @	other = cups . @
begin start_match	) ) { @	) ; cups . @	) { @	; cups . @	cups . @	{ @
give give_value	. ana . @	ana . @	asked . ana . @
late late_values	( ) . @	) . @	. @
turn advance_time	) ; world . @	) { world . @	; world . @	world . @	{ world . @
turn seat_in_turn	( cups . @	at ( cups . @	cups . @
value value_for	. ana . @	. ben . @	ana . @	asked . ana . @	asked . ben . @	ben . @
world server	) { work ( @	give ( ) { work ( @	{ work ( @
# tests/server/friends.hpp
at client_at	& @	( @	) REQUIRE ( @	Guest & @	REQUIRE ( @	} Guest & @
# tests/server/giving_house.hpp
number query_number	:: @	:: Tables :: @	Tables :: @
# tests/server/handover_test.cpp
at client_at	( cups . @	CHECK ( cups . @	cups . @
begin start_match	) ; cups . @	; cups . @	cups . @
count count_frames	& ben . @	. @	. ana . @	. ben . @	. eva . @	ana . @	ben . @	eva . @	late . @	return eva . @	return late . @
match match_id	= = cups . @	= cups . @	cups . @
next queue	( ) . @	) . @	. @
node other_node	( ) ; @	( { @	) ; @	) ; } @	) house . @	. @	; @	; house . @	; } @	= house . @	beat ( { @	house . @	{ @	{ house . @	} @
room adoptable_room	( { house . @	, { house . @	= @ .	= house . @	code = @	code = house . @	house . @	string code = @	{ house . @
row make_node_row	, third . @	. @	. node . @	= third . @	node . @	third . @	{ node . @
start start_request_id	( cups . @	@ )	cups . @
to receiver	@ = = house	@ = = house .	@ = = house . node .
world server	( ) ; @ . settle	( house . @	. @	; house . @	= house . @	Guest ben { @	Guest eva { @	OtherNode third { @	ben { @	eva { @	house . @	links -> stop ( ) ; @	stop ( ) ; @	third { @	{ @	{ house . @
# tests/server/late_timer_test.cpp
at client_at	( friends . @	REQUIRE ( friends . @	friends . @
set set_timer	. @	. hands . @	hands . @
turn advance_time	. @	; world . @	world . @	{ world . @
# tests/server/left_behind_test.cpp
code exit_code	) . @	. @	} ) . @
draws draw_count	( verdict . @	CHECK ( verdict . @	verdict . @
match match_id	( ) , @	) , @	, cups . @	. @ )	@ ,	cups . @	database . store ( ) . record ( @ ) . value ( ) ; REQUIRE (	store ( ) , @	{ cups . @
world server	) const { return @	, entry ) ; @	, log_of ( @	. hash , entry ) ; @	= log_of ( @	@ , room ) ) ; const	const { CHECK_FALSE ( is_open ( @	const { lose_the_game ( @	const { return @	entry ) ; @	entry = log_of ( @	log_of ( @	lose_the_game ( @ , room	newest_chain , log_of ( @	stored ( ) const { return @	world , room ) ) ; const storage :: Record stored = @ . database . store ( ) . record ( match ) .	{ CHECK_FALSE ( is_open ( @ , room	{ lose_the_game ( @
# tests/server/link_test.cpp
from sender	. @	. hello . @	hello . @
# tests/server/long_match_test.cpp
at client_at	( friends . @	) ; friends . @	) friends . @	; friends . @	REQUIRE ( friends . @	friends . @	move ) friends . @
# tests/server/match_dice_test.cpp
ask open_ask	) ; three . @	; three . @	three . @
give accept_value	( dice . @	. dice . @	REQUIRE_FALSE ( dice . @	dice . @	three . dice . @
give give_value	( three . @	CHECK ( three . @	CHECK_MESSAGE ( three . @	three . @
reveal accept_reveal	( dice . @	. dice . @	REQUIRE_FALSE ( dice . @	dice . @	three . dice . @
reveal give_reveal	( three . @	CHECK ( three . @	CHECK_MESSAGE ( three . @	REQUIRE ( three . @	three . @
tip accept_tip	( dice . @	. dice . @	REQUIRE_FALSE ( dice . @	dice . @	three . dice . @
tip give_tip	( three . @	) ; three . @	; three . @	CHECK ( three . @	CHECK_MESSAGE ( three . @	REQUIRE ( three . @	three . @	three ; three . @
tip tip_hex	( 20 ) . @	) . @	, ana . @	0 , ana . @	0 ] . @	1 ] . @	20 ) . @	[ 0 ] . @	[ 1 ] . @	] . @	ana . @
value value_hex	, ana . @	0 , ana . @	0 ] . @	1 , ana . @	1 ] . @	[ 0 ] . @	[ 1 ] . @	] . @	ana . @
# tests/server/other_nodes_test.cpp
ask request	( ana . @	. @	; ana . @	= ana . @	= eve . @	ana . @	eve . @	page . @	return page . @
count count_frames	( ana . @	+ ana . @	. @	ana . @
line list_entry	+ report . @	. @	report . @
# tests/server/own_notes_test.cpp
draws draw_count	( alone . @	. @	= alone . @	alone . @
endings end_reasons	" ) . @	( ) . @	) . @	. @
text to_text	( verdict . @	) . @	. @	= alone . @	alone . @	record ) . @	return verdict . @	verdict . @
verdict_on judge_record	:: @	= dice :: @	dice :: @
without draws_without_seat	( alone . @	- alone . @	. @	alone . @
# tests/server/postgres/commands_test.cpp
out output	( again . @	( checked . @	( created . @	( imported . @	( said . @	( verified . @	) . @	. @	again . @	checked . @	created . @	imported . @	said . @	verified . @	} ) . @
# tests/server/postgres/takeover_test.cpp
over on_end	, . @	@ =	} , . @
# tests/server/practice_test.cpp
ask request	( ana . @	. @	. ana . @	. ben . @	; ana . @	; ben . @	= ana . @	= guest . @	ana . @	ben . @	guest . @
# tests/server/proven_match.hpp
draws draw_count	:: int64_t @	int64_t @	std :: int64_t @
play play_match	) ) ; @	) ; @	; @	; } void @	void @	} void @
result make_result	" ] = @	; } Json @	= @	Json @	] = @	} Json @
secret make_secret	( chain_tip ( @	; } Secret @	= @	@ (	Secret @	Secret seed_ = @	chain_tip ( @	seed_ = @	} Secret @
# tests/server/proven_match_test.cpp
choices seed	, { . @	. @	{ . @
late late_values	( verdict . @	. @	= verdict . @	verdict . @
# tests/server/public_rooms_publisher_test.cpp
line list_entry	" ; report . @	( now . @	( report . @	) . @	3 ) . @	; report . @	@ ,	code ; report . @	game ; report . @	now . @	playing ; report . @	report . @	report ; report . @	taken ; report . @	} ; report . @
published published_updates	-> windows . @	. windows . @	@ (	windows . @
put put_room	) ; windows . @	; windows . @	windows . @
remove remove_room	) ; windows . @	; windows . @	windows . @
turn advance	) { hands . @	. hands . @	cluster . hands . @	hands . @	{ hands . @
# tests/server/public_rooms_test.cpp
ask request	( ben . @	( cleo . @	( host . @	. @	= ana . @	= ben . @	ana . @	ben . @	cleo . @	host . @
# tests/server/quotas_test.cpp
ask request	( again . @	( ana . @	( ben . @	( guest -> @	( guest . @	-> @	. @	= again . @	again . @	ana . @	ben . @	guest -> @	guest . @	return ana . @
count count_frames	( ana . @	. @	ana . @
# tests/server/rebalance_test.cpp
at client_at	( friends . @	CHECK ( friends . @	friends . @
beat report_nodes	. @	; house . @	house . @	{ house . @	} house . @
count count_frames	. @	. ben . @	ben . @
number query_number	:: @	:: Tables :: @	Tables :: @
room adoptable_room	, { house . @	= house . @	code = house . @	house . @	{ house . @
row make_node_row	( third . @	, third . @	. @	. node . @	again . @	node . @	third . @	{ again . @
say send	. @	. node . @	; house . @	; third . @	house . @	node . @	third . @	{ third . @
world server	( house . @	. @	; house . @	= house . @	? house . @	house . @
# tests/server/relay_house.hpp
beat report_nodes	; void @	delete ; void @	void @
player redeemed_player	) ; return @	:: string > @	; return @	> @	return @	string > @
room adoptable_room	! @	( ! @	( @ .	* @	, @	. has_room ( @	. room , @	:: OpenRoom > @	:: OpenRoom @	:: PutRoom { @	= @	> @	OpenRoom > @	OpenRoom @	Player host = @	PutRoom { @	has_room ( @	host = @	if ( ! @	return { * @	room , @	storage :: OpenRoom @	{ * @	{ @
seats room_codes	:: string > @	> @	override { return @	return @	string > @	{ return @
version protocol_version	( mesh :: @	:: @	mesh :: @
world server	" ) ; @	( ) ; @	( ) ; World @	( * @	( @ .	) , { @	) ; @	) ; World @	) const { return @	* @	, * @	, links_of ( @	, { @	; @	; World @	= text ; @	> ( * @	Acceptor silent { @	OtherNode node { @	const { return @	end ) ; @	links_of ( @	node { @	services , * @	silent { @	text ; @	{ @	{ return @	} ) ; @
# tests/server/relay_test.cpp
count count_frames	( ana . @	( eva . @	. @	ana . @	bea . @	eva . @	maker . @	return ana . @	return bea . @	return eva . @	return maker . @	| ana . @
node other_node	( house . @	. @	; house . @	house . @
player redeemed_player	. stores . @	@ =	stores . @
room adoptable_room	" , house . @	, house . @	. cluster . @	= house . @	= { house . @	@ ;	@ =	@ }	ana = house . @	cluster . @	code = house . @	house . @	id = house . @	{ house . @
run run_handlers	. world . @	house . world . @	world . @
run run_until	) ; house . @	) { house . @	; house . @	house . @	rooms ; house . @	{ house . @
say send	) ; again . @	) ; house . @	) ; node . @	) { again . @	) { house . @	. node . @	; again . @	; house . @	; node . @	again . @	code ; house . @	house . @	house . node . @	id ; house . @	node . @	{ again . @	{ house . @	} ; house . @
say send_async	) ; bea . @	) maker . @	; ana . @	; bea . @	ana . @	bea . @	maker . @	makers ) maker . @	return ; ana . @	true ; ana . @	{ } ana . @	} ana . @
seats room_codes	. cluster . @	@ =	cluster . @
# tests/server/room_people_test.cpp
at client_at	( friends . @	friends . @	say ( friends . @
say send_async	. @	. ana . @	; cleo . @	ana . @	cleo . @
# tests/server/said.hpp
code exit_code	@ ;	Said { int @	{ int @
err error_output	:: string @	std :: string @	string @
out output	:: string @	std :: string @	string @
# tests/server/seating_people.hpp
names seat_names	) ; } std :: string @	@ (	} std :: string @
quick is_quick_match	. @	; rules . @	rules . @
quick quick_rules	:: Rules @	Rules @	Seating :: Rules @
seats seat_count	" , . @	, . @	. @ =
# tests/server/seating_votes_test.cpp
bot_plays bot_took_over	:: @	:: LeaveResult :: @	LeaveResult :: @
bot_plays is_bot_playing	) -> @	-> @	. @	1 ] . @	] . @	id ) -> @
# tests/server/seek_test.cpp
number query_number	( answer . @	. @	answer . @	wanted . @	{ wanted . @
own own_epoch	. epoch = @	= @ }	epoch = @
run run_handlers	) ; world . @	-> world . @	; world . @	side -> world . @	world . @
run run_until	" } ) ; @	( ) { @	( node . address ) ; @	) ; house . @	) { @	. address ) ; @	1 , " } ) ; @	; house . @	address ) ; @	house . @	{ @	} ) ; @
say send	) ; node . @	. node . @	; node . @	house . node . @	node . @
say send_async	) ; ana . @	) ; ben . @	) ; guest . @	) guest -> @	-> @	; ana . @	; ben . @	; guest . @	ana . @	ben . @	guest -> @	guest . @	} ; ana . @
turn advance	. hands . @	hands . @	world . hands . @
turn advance_time	) ; world . @	. world . @	; world . @	house . world . @	world . @
world server	( house . @	) ; hear ( ) ; @	) ; house . @	; house . @	@ . turn	ana ( house . @	ben ( house . @	guest ( house . @	hear ( ) ; @	house . @	shown_by ( house . @
# tests/server/shown_test.cpp
at client_at	( cups . @	. @	cups . @
match match_id	, cups . @	. @	cups . @
# tests/server/stored_dice_test.cpp
ask open_ask	) ; three . @	; three . @	three . @
give accept_value	( dice -> @	-> @	dice -> @
give give_value	. @	; three . @	three . @
reveal accept_reveal	( ) -> @	) -> @	-> @
reveal give_reveal	. @	; three . @	three . @
seats asked_seats	, . @	. @	12 , . @
shown push_json	( three . @	. @	= three . @	three . @
tip accept_tip	( again -> @	-> @	again -> @
tip give_tip	( three . @	) ; three . @	; three . @	REQUIRE ( three . @	three . @
tip tip_hex	( 20 ) . @	) . @	2 ] . @	20 ) . @	[ 2 ] . @	] . @
value value_hex	0 ] . @	1 ] . @	2 ] . @	[ 0 ] . @	[ 1 ] . @	[ 2 ] . @	[ seat ] . @	] . @	seat ] . @
# tests/server/three_dice.hpp
ask open_ask	; } void @	void @	} void @
give accept_value	( dice . @	. @	dice . @
give give_value	:: string @	std :: string @	string @
reveal accept_reveal	( dice . @	. @	dice . @
reveal give_reveal	( @	) REQUIRE ( @	:: string @	REQUIRE ( @	std :: string @	string @
seats asked_seats	) , . @	, . @	. @
tip accept_tip	( dice . @	dice . @	verdict_of ( dice . @
tip give_tip	( @	) REQUIRE ( @	:: string @	REQUIRE ( @	std :: string @	string @
tip tip_hex	[ seat ] . @	] . @	seat ] . @
# tests/server/token_bucket_test.cpp
count count_frames	( ) -> @	( watcher . @	) -> @	-> @	. ana . @	@ (	ana . @	watcher . @
# tests/server/verify_test.cpp
choices seed	, { . @	. @	{ . @
finish make_finish_write	) . @	. @	nullptr ) . @
# tests/server/world.hpp
close close_server	( ) { @	) { @	, on_match_read } ; } void @	@ ( )	{ @	} ; } void @
full is_full_for	& @	( @	, full_ ( @	:: Full @	:: move ( @	FaultyJournal :: Full @	Full & @	Full @	const Full & @	full_ ( @	move ( @
open open_server	( ) ; @	) ; @	) { @	: void @	; @	private : void @	seed ) { @	void @	{ @
settle run_until_idle	( ) { @	) ; @	) { @	-> @	; @	; world_ -> @	; } void @	by ) ; @	false ) ; @	services ) ; @	void @	world_ -> @	{ @	} void @
turn advance	. @	hands . @	{ hands . @
turn advance_time	( ) ; @	) ; @	) ; } @	; @	; } @	; } void @	void @	} @	} void @
# tests/simulation/cluster_test.cpp
acknowledged acknowledged_moves	. @	. seen . @	: seen . @	seen . @
end end_process	) { network_ . @	network_ . @	{ network_ . @
# tests/simulation/database.hpp
Journal SimulatedJournal	: explicit @	; class @	class @	explicit @	public : explicit @	} ; class @
rooms rooms_by_owner	. owners . @	> & @	> > & @	@ (	owners . @
seats rooms_by_player	( ) ) @	( ) . @	) ) @	) . @	) ; @	) @	. @	; @	> > @	> @	player ) ; @	string > > @
# tests/simulation/mesh.hpp
end end_process	:: @	; network_ . @	; void @	Network :: @	network_ . @	return ; network_ . @	void @	void Network :: @	} ; void @
newest last_arrival	, Time > @	-> second . @	. @	> @	Time > @	second . @
# tests/simulation/node.hpp
load get_load	. @	Events { . @	{ . @
rooms room_count	, relay_ -> @	-> @	relay_ -> @
version protocol_version	( mesh :: @	:: @	mesh :: @
wire socket	( @	) { @	-> on_socket_closed ( @	-> receive ( @	. push_back ( @	< Wire > & @	> & @	@ ,	Wire > & @	on_socket_closed ( @	push_back ( @	receive ( @	wire ) { @	{ @
# tests/simulation/player.hpp
at sent_at	- one . @	. @	; Time @	Time @	one . @	what ; Time @
what kind	" + @	& @	( ) . @	) . @	+ " + @	+ @	+ one . @	. @	:: string & @	= { @	@ ;	] = { @	one . @	string & @	struct Asked { std :: string @	{ @	{ std :: string @
'''

# Names that mean one thing in the whole project: also in other files' comments, and in texts.
EVERYWHERE = '''
CupChainVerdict CupChainComparison
DeferredAnswer AnswerCallback
GiveAccepted TransferAccepted
GiveRoom TransferRoom
HandoverDone HandoverCallback
LifeStage RoomStage
LobbyLink LobbyCallbacks
LogReader LogCapture
LookUp HistoryQuery
OpenQuestion PendingQuery
OtherNode FakeNode
OwnSocket LocalSocket
OwnSockets LocalSockets
ReportPlace ReportContext
RevealRequestRecord AskNote
RunJob JobRunner
ScriptedSink RecordingSink
SeatingRoom SeatingFixture
SightHashes ViewHashes
SightNote ViewNote
StoredNotes NotesByMatch
TimeUp DeadlineCheck
UnreadRooms RoomsToLoad
a_room make_stored_room
accepts_players accepts_quick_player
add_newcomer add_new_socket
addresses_remembered max_tracked_addresses
admin_line make_admin_summary
admin_questions_ admin_queries_
admin_view make_admin_view
admission_of decide_admission
adopt_unless_awaited adopt_if_complete
adopt_when_answered schedule_adoption
after_ask deferred
after_change publish_if_accepted
all_given is_all_handed_over
answer_later send_answer
answer_to find_answer
answers_timer_ answer_deadline_timer_
any_witnessed pick_witnessed_entry
anybody_online is_anybody_online
anybody_online_ is_anybody_online_
archive_is_full is_history_queue_full
ask_closed_ is_ask_closed_
ask_for_seat request_seat
ask_limit_ ask_timeout_
ask_push make_ask_push
ask_to_start request_start
asked_for_codes code_query_count
asked_for_owners owner_query_count
awaits_rooms expects_rooms
awaits_rooms_ expects_rooms_
before_look_up before_history_query
before_match before_match_read
before_match_ before_match_read_
begin_now skip_remaining_steps
begins_ms start_ms
binds_sights_ binds_shown_hashes_
bot_entries_until_limit count_bot_entries_until_limit
bound_seats seats_with_bound_views
busy_bytes busy_threshold_bytes
by_operator operator_request
by_results unless_same_results
by_rules only_by_replay
can_leave can_give
carried_left remaining_turn_time
chain_again rehash_log
chain_hash compute_chain_hash
chain_root make_chain_root
chain_tip compute_chain_tip
changed_settings apply_room_fields
check_after schedule_check
check_cup check_cup_dice
check_lookalike_here check_lookalike_name
close_for close_if_allowed
close_up compact_seats
closed_after frames_before_close
code_of room_code_of
code_rate_exceeded code_rate_rejection
compare_shown compare_shown_hashes
count_text format_count
counted_bytes_ missed_event_bytes_
cup_day_of parse_cup_day
cup_face compute_cup_face
cup_seed compute_cup_seed
current_push make_push
database_comes_back reconnect_database
database_goes_away disconnect_database
database_goes_away_meanwhile disconnect_database_silently
database_stands_still stall_database
date_of format_date
day_at find_day
decide_votes apply_majority_votes
delay_timers set_timers_delayed
dice_commitment compute_dice_commitment
disk_is_full_for is_disk_full_for
done_reports_retention_ms handled_reports_retention_ms
draw_key compute_draw_key
draw_values compute_draw_values
drop_ask discard_ask
due_timers_ due_timer_actions_
earlier_cup_seed compute_earlier_cup_seed
embedded_notes parse_embedded_notes
end_owner_read finish_owner_read
entry_draws read_entry_draws
event_list_hash compute_event_list_hash
events_from first_event_entry
events_hash compute_events_hash
ever_linked_ linked_once_nodes_
few_members small_room_members
fill_in fill
first_ms_ first_day_ms_
fix_key finalize_key
fix_roster finalize_roster
forget_offline remove_offline_members
forget_unused drop_unused_route
frees_seat seat_freed
full_disk_pause full_disk_retry_delay
give_all hand_over_all
give_up cancel_closing
gives_codes grants_codes
handed_over handed_over_rooms
hang_up disconnect
has_begun_ is_closing_
has_just_come is_new_owner
has_line_of has_lines_from
has_pending_elsewhere has_pending_at_other_owner
held_back held_back_writes
held_back_ held_back_posts_
hinted_prompts_ hint_prompts_
hold_time hold_duration
if_aborted after_abort
imbalance_deadline imbalance_delay
in_flight_ is_post_in_flight_
is_asked_move is_pending_move
is_for_cup is_cup_action
is_in_ has_joined_
is_long_empty is_empty_for_long
is_other is_other_chain
is_read is_reading_owner
is_settling is_held
is_valid is_valid_draw
its_code room_code
its_settings room_settings
judge_request process_request
lacks_match is_match_missing
last_link_ last_link_number_
last_scan_ last_scan_at_
last_step_ last_step_at_
last_warning_ last_warning_at_
late_match_ lateness_match_
least_codes min_codes
least_of_mean min_share_of_mean
least_version min_protocol_version
leave_frozen leave_frozen_room
leave_seat leave_only
limit_ask_time start_ask_deadline
limit_unauthenticated limit_unauthenticated_links
links_of make_links_factory
longest_delay max_timer_lag
look_up_soon query_history_soon
lost_links_ lost_link_nodes_
make_frozen_match_finish make_frozen_match_result
make_host transfer_host
maker_of make_room_creator
mark_report_done mark_report_handled
match_begins has_match_started
match_starts_ recent_match_starts_
may_be_asked can_ask
may_change check_may_change_settings
may_stand_in may_bot_stand_in
members_pause member_push_interval
min_difference min_room_difference
missed_text make_catch_up_text
missed_turn on_missed_turn
most_background max_background
most_codes_at_once max_codes_at_once
most_entries_waiting max_queued_entries
most_handshake_bytes max_handshake_bytes
most_missed_bytes max_missed_bytes
most_missed_entries max_missed_entries
most_named max_named_spectators
most_of_address max_per_address
most_of_mean max_share_of_mean
most_payers max_owners
most_players_of_message max_players_per_message
most_silence max_silence
most_unauthenticated max_unauthenticated_links
most_unknown_codes max_unknown_codes
most_wait_for_answers max_answer_wait
move_that play_move
move_to_players move_rooms_to_players
must_sit requires_seat
new_match make_match_row
new_settings make_room_settings
newest_chain current_chain_version
newest_nodes_ newest_epoch_
news_interval publish_interval
next_entry_at_ next_entry_after_
next_host choose_next_host
next_k next_draw_number
next_k_ next_draw_number_
next_step advance_step
no_person no_person_online
nobody_for_long empty_for_long
nobody_plays no_players_left
occupy_by_bot assign_bot
of_other other_address
offer_open_ is_bot_offered_
on_book on_book_ready
on_codes on_codes_reserved
on_link on_link_up
on_match_of_people on_people_match_finished
on_new_entry follow_entry
on_new_move follow_move
on_value_received write_if_changed
only_watches watches_only
open_gate create_commit_gate
open_offer offer_bot
outside_mean distances_from_mean
owed_ms_ pending_ms_
own_share compute_own_share
own_table_entry make_player_room_entry
owner_of_all common_owner
pair_of make_pair_key
parts_of encode_parts
pass_on deliver_answers
pending_read_ pending_match_read_
people_seated seated_people_count
person_online is_person_online
player_count count_players
player_mark compute_player_mark
players_present present_player_count
players_text encode_player_marks
possible_socket_nodes find_possible_socket_nodes
post_scheduled_ is_post_scheduled_
post_soon schedule_post
post_waiting post_deferred
protocol_entry parse_log_entry
purpose_of get_request_purpose
reaches_database is_database_reachable
read_after schedule_load
read_given_room read_received_room
readers_opened opened_reader_count
record_presence update_presence
redirect_sockets redirect_waiting_sockets
rematch_again_ next_rematch_at_
renew_some requeue_outdated
repeat_about resend_about
report_row make_report_row
request_id_text serialize_request_id
request_n_ request_prompt_
requeue_for_next_owner requeue_refused
required_wait time_until_allowed
reset_lone_ready reset_lone_readiness
restore_from restore
restored_dice restore_dice
retry_full_queue full_queue_retry_delay
return_sockets reattach_sockets
room_left handover
room_of_match rooms_by_match
room_row make_room_row
room_settings_text serialize_room_settings
rooms_a_batch max_rooms_per_batch
rooms_asked_ room_queries_
rooms_mutex_ invitations_mutex_
roster_hash compute_roster_hash
route_of get_or_create_route
run_compute_ run_book_job_
run_on_database call_database
run_thinking_ run_bot_job_
run_waiting run_deferred
running_computations_ running_computation_count_
running_hints_ running_hint_count_
said_by run_command
same_json is_same_json
schedule_sweep schedule_retry
search_host choose_search_host
seat_stranger seat_quick_player
seating_rules make_seating_rules
seen_by inspect
send_shake send_cup_shake
servers_dice server_only
set_other_nodes set_has_other_nodes
set_requester set_current_requester
set_wall advance_wall
set_wants_rematch request_rematch
shown_hash compute_shown_hash
shown_hashes compute_shown_hashes
shown_hashes_of make_viewer_hashes
shut_down shutting_down
silence_if_process_gone max_silence_if_process_gone
sockets_by_node count_sockets_by_node
sockets_of_player find_player_sockets
some_drawing sample_drawing_entries
spend_now consume_now
stand_up remove_seats
stands_still_ is_stalled_
start_pause match_start_retry_delay
start_proof make_start_proof
start_push make_start_push
stop_awaiting drop_awaited_node
stop_timer_ ask_deadline_timer_
stop_waiting drop_waiting_sockets
store_finished store_retained_book
stored_notes notes_by_match
stored_settings parse_match_settings
sweep_timer_ retry_timer_
tables_asked_ table_queries_
take_sights take_viewer_updates
taken_count occupied_seat_count
texts_of request_ids
timers_delayed_ are_timers_delayed_
transfers_last_second count_recent_transfers
tries_mutex_ buckets_mutex_
try_again retry_later
unattended_since unattended_since_ms
unknown_codes_ unknown_codes_until_
unknown_moves_text describe_unknown_moves
usual_delay lateness_threshold
usual_seats default_seat_count
verdict_of code_of_result
view_hash compute_view_hash
viewer_sights make_viewer_sights
wait_for_missing start_answer_deadline
wait_for_start set_starter
waiting_for_database waiting_write_count
waits_for_quick_start is_waiting_for_quick_start
when_durable run_when_durable
when_idle run_when_idle
with_book request_book
with_options apply_options
without_rates unlimited_rates
write_begin write_start
write_end write_result
write_row write_room
written_at_ catch_up_written_at_
you_hash compute_you_hash
'''

# Path, pattern, replacement; in all of the text.
TEXTS = [
    ('server/cluster/mesh_messages.cpp', r'(SameAs<Hello> auto& m\) \{ return std::tie\(m\.version, m)\.from, m\.to, ', r'\1.sender, m.receiver, '),
    ('server/cluster/mesh_messages.cpp', r'm\.game, m\.bots, m\.tried, m\.room\b', r'm.game, m.accepts_bot, m.tried_rooms, m.room'),
    ('server/cluster/mesh_messages.cpp', r'(m\.room, m\.match, m\.seq,\s+m)\.gone\);', r'\1.is_gone);'),
    ('server/cluster/mesh_messages.cpp', r'std::tie\(m\.number, ', r'std::tie(m.query_number, '),
    ('server/cluster/mesh_messages.cpp', r'std::tie\(m\.room, m\.left_ms, m\.next\)', r'std::tie(m.room, m.remaining_turn_ms, m.queue)'),
    ('server/cluster/mesh_messages.cpp', r'std::tie\(m\.room, m\.to\)', r'std::tie(m.room, m.receiver)'),
    ('server/room/seating_host.cpp', r'member\.second\.online\b', r'member.second.is_online'),
    ('server/cluster/outbound.cpp', r'!one\.request\.repeatable\b', r'!one.request.is_repeatable'),
    ('server/cluster/outbound.cpp', r'(each\.second|one\.second|socket\.second)\.pending\b', r'\1.pending_requests'),
    ('ARCHITECTURE.md', r'Room::make\b', r'Room::create'),
    ('ARCHITECTURE.md', r'Seating::leave\b', r'Seating::leave_room'),
    ('ARCHITECTURE.md', r'Seating::finish\b', r'Seating::finish_match'),
    ('ARCHITECTURE.md', r'Takeover::beat\b', r'Takeover::send_beat'),
    ('ARCHITECTURE.md', r'\| unread \| `Room::restore', r'| loading | `Room::restore'),
    ('server/cluster/mesh_messages.hpp', r'/// RoomsAnswer that the sender', r'/// Rooms that the sender'),
    ('server/cluster/node_queries.hpp', r'/// NodeQueries to all', r'/// Queries to all'),
    ('server/cluster/seat_searches.hpp', r'OtherNodes::request and seat', r'OtherNodes::seek and seat'),
    ('server/match/table.hpp', r'dice\(\)->open_ask\(\) is open', r'dice()->ask() is open'),
    ('server/room/actor.hpp', r'once, `enqueue_action` from now', r'once, `wait` from now'),
    ('server/room/bot_service.hpp', r'protocol::Position::compute_hints', r'protocol::Position::hints'),
    ('server/room/bot_service.hpp', r'/// (.*)`compute`', r'/// \1`run_book_job`'),
    ('server/room/bot_service.cpp', r'on a thread of `compute`', r'on a thread of `run_book_job`'),
    ('server/match/dice_arithmetic.hpp', r'0\.\.a-1, b = 0;', r'0..size-1, faces = 0;'),
    ('server/match/dice_arithmetic.hpp', r'(`size` cards \(0\.\.256\)), b = 0', r'\1, faces = 0'),
    ('server/room/invitations.hpp', r'`host` and `has_password`', r'`host` and `locked`'),
    ('server/match/match_dice.cpp', r'unlike hex_value\(\)', r'unlike hex()'),
    ('server/room/turn_clock.hpp', r'`left` was left of the present wait', r'`remaining` was left of the present wait'),
    ('server/room/stored_room.hpp', r'LobbyCallbacks::prioritize\b', r'LobbyCallbacks::prioritize_loading'),
    ('server/room/room.hpp', r'\(life\.hpp\)', r'(room_stage.hpp)'),
    ('server/match/match_dice.hpp', r'\(shown\.hpp\)', r'(view_hashes.hpp)'),
    ('ARCHITECTURE.md', r'for example; `get_request_purpose\(\)` says which\nare ', r'for example;\n`get_request_purpose()` says which are '),
]

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^\s()\\]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                   r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\d[\w'.]*|->|::|[^\s\w]", re.S)
WORD = re.compile(r'[A-Za-z_]\w*')


def is_plain(name):
    """Whether a comment may have it as a word of English."""
    return '_' not in name.strip('_') and name == name.lower() and not name.endswith('_')


def is_quoted(text, start, end):
    """Whether a word of a comment is meant as a name: `word`, word(), Type::word."""
    return text[end:end + 2] == '()' or text[start - 2:start] == '::' or (text[start - 1] == '`' and text[end:end + 1] in '`.(')


def read_rules():
    names, contexts, everywhere = collections.defaultdict(dict), collections.defaultdict(dict), {}
    for line in NAMES.strip().splitlines():
        old, new, numbers = line.split()
        for number in numbers.split(','):
            names[FILE_LIST[int(number)]][old] = new
    for line in CONTEXTS.strip().splitlines():
        if line.startswith('# '):
            path = line[2:]
            continue
        head, *rest = line.split('\t')
        old, new = head.split()
        contexts[path].setdefault(old, []).append((new, [tuple(side.split() for side in each.split('@')) for each in rest]))
    for line in EVERYWHERE.strip().splitlines():
        old, new = line.split()
        everywhere[old] = new
    return names, contexts, everywhere


def rename_code(path, text, rules, used):
    """The text of a C++ file with its renames."""
    names, contexts, everywhere = rules
    names, contexts = names.get(path, {}), contexts.get(path, {})
    code, comments = [], []
    for match in TOKEN.finditer(text):
        token = match.group()
        if token.startswith(('//', '/*')):
            comments.append(match)
        else:
            code.append(('"' if token[0] in '"\'' or token.startswith('R"') else token, match.start()))
    tokens = [token for token, _ in code]
    edits = []
    for at, (token, start) in enumerate(code):
        new = names.get(token)
        if new is None:
            for one, places in contexts.get(token, ()):
                if any(tokens[max(0, at - len(left)):at] == left and tokens[at + 1:at + 1 + len(right)] == right for left, right in places):
                    new = one
                    break
        if new is not None:
            edits.append((start, token, new))
            used[path, token, new] += 1
    for comment in comments:
        for match in WORD.finditer(comment.group()):
            old = match.group()
            start = comment.start() + match.start()
            new = names.get(old) or (everywhere.get(old) if not is_plain(old) else None)
            if new is None and len(contexts.get(old, ())) == 1 and is_quoted(text, start, start + len(old)):
                new = contexts[old][0][0]
            if new is not None and (not is_plain(old) or is_quoted(text, start, start + len(old))):
                edits.append((start, old, new))
    for start, old, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[start + len(old):]
    return text


def find_moved(rules, paths):
    """Files of the rules that have another name by now: by path, its path in the rules."""
    known, former = set(FILE_LIST) | set(rules[1]), {}
    present = set(paths)
    new_names = {new for _, new in FILES}
    for old in sorted(known - present - {old for old, _ in FILES}):
        best, most = None, 0
        for path in sorted(present - known - new_names - set(former)):
            if os.path.dirname(path) == os.path.dirname(old) and path.endswith(os.path.splitext(old)[1]):
                used = collections.Counter()
                with open(path, encoding='utf-8', newline='') as file:
                    rename_code(old, file.read(), rules, used)
                words = set(os.path.basename(path).split('.')[0].split('_')) & set(os.path.basename(old).split('.')[0].split('_'))
                count = len(used) + len(words) / 10
                if used and count > most:
                    best, most = path, count
        if best and most * 2 >= len(rules[0].get(old, {})) + len(rules[1].get(old, {})):
            former[best] = old
    return former


def rename_words(text, everywhere):
    """A text that is not C++: types, and functions that are written with brackets."""
    def rename(match):
        old = match.group()
        new = everywhere.get(old)
        if new is None or (old == old.lower() and text[match.end():match.end() + 2] != '()'):
            return old
        return new
    return WORD.sub(rename, text)


def rename_paths(path, text):
    for old, new in FILES:
        text = re.sub(rf'(?<![\w]){re.escape(old)}\b', new, text)
        for prefix in ('server/', 'tests/'):
            if path.endswith('.md') and old.startswith(prefix):
                text = re.sub(rf'(?<![\w/]){re.escape(old.removeprefix(prefix))}\b', new.removeprefix(prefix), text)
        if path.endswith('CMakeLists.txt'):
            folder = os.path.dirname(path) + '/'
            if old.startswith(folder):
                text = re.sub(rf'(?<![\w/]){re.escape(old.removeprefix(folder))}\b', new.removeprefix(folder), text)
    return text


def main():
    os.chdir(sys.argv[1])
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], capture_output=True, text=True, check=True).stdout
    paths = [path for path in listed.splitlines() if os.path.isfile(path) and not os.path.islink(path)]
    rules = read_rules()
    used, changed, moved = collections.Counter(), set(), 0
    former = {new: old for old, new in FILES}
    for old, new in FILES:
        if os.path.exists(old):
            os.rename(old, new)
            paths[paths.index(old)] = new
            changed.add(new)
            moved += 1
        else:
            print(f'warning: no file {old}')
    former |= find_moved(rules, paths)
    for path in paths:
        cpp = path.endswith(('.cpp', '.hpp', '.h', '.def'))
        if path in ('CHANGELOG.md', 'LICENSE') or not cpp and not path.endswith(('.md', '.txt', '.py', '.cmake')) or path.startswith('web-client/'):
            continue
        with open(path, encoding='utf-8', newline='') as file:
            text = before = file.read()
        name = former.get(path, path)
        if cpp:
            text = rename_code(name, text, rules, used)
        elif path.endswith('.md') or path == 'tests/layers_test.py':
            text = rename_words(text, rules[2])
        for where, pattern, new in TEXTS:
            if where == path:
                text, count = re.subn(pattern, new, text)
                used[path, pattern, new] += count
        text = rename_paths(path, text)
        if text != before:
            changed.add(path)
            with open(path, 'w', encoding='utf-8', newline='') as file:
                file.write(text)
    expected = {(path, old, new) for path, each in rules[0].items() for old, new in each.items()}
    expected |= {(path, old, new) for path, each in rules[1].items() for old, news in each.items() for new, _ in news}
    expected |= set(TEXTS)
    for rule in sorted(expected):
        if not used[rule]:
            print(f'warning: nothing matches {rule[1]} -> {rule[2]} in {rule[0]}')
    print(f'{len({rule[1:] for rule in used if used[rule]}) + moved} renames, {len(changed)} files changed')


main()
