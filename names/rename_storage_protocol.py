#!/usr/bin/env python3
"""Renames identifiers that the headers of storage/, protocol/, tests/storage and tests/protocol declare: rename_storage_protocol.py ROOT

A rule changes an identifier only in the code of C++ sources, never in a string; in a comment and in a document only where the name
stands for itself (in quotes of code, with its class, or a name that nothing else has). The rules:

  G old new                       everywhere: nothing else has this name
  F globs old new                 everywhere in these files
  M types old new | keys          a member (function, enumerator, nested type) of these types: within the type, after `Type::`, after an
                                  object that the file declares with the type, and where a further key says so: `path:object` and the
                                  sign behind it (`.`, `->`, `{` for a designated initializer, `@` for no object), or `-path`: not there
  X globs regex text              a text, for what is no identifier
  Y globs regex text              the same where another area's script has been before; need not match
  R old new                       a file
"""
import fnmatch
import os
import re
import subprocess
import sys

RULES = r'''
# ---- storage: opening, journal
G JournalSetup JournalOptions
G accept_missing accept_missing_entries
M JournalSetup,SqliteJournal most_waiting max_backlog | storage/sqlite/journal.cpp:@ backend_test.cpp:open_journal{ server/app.cpp:return{
F storage/sqlite/journal.* most_waiting_ max_backlog_
M JournalSetup,JoinOptions lanes lane_count | server/app.cpp:return{ storage/postgres/journal.cpp:return{ storage/postgres/import.cpp:,{ bench/postgres/rows.cpp:open_journal{
M JournalSetup failed on_failure | storage/transfer.cpp:open_journal{ server/app.cpp:return{ bench/postgres/rows.cpp:open_journal{
M JournalSetup committed on_commit | server/app.cpp:return{
M JournalSetup,JoinOptions warn on_warning | server/app.cpp:return{ storage/postgres/journal.cpp:return{ membership_test.cpp:,{ migration_test.cpp:open_journal{
M JournalSetup,Setup resolved on_resolved | server/app.cpp:return{
M JournalSetup,JoinOptions beat on_heartbeat | server/app.cpp:return{ storage/postgres/journal.cpp:return{
M JournalSetup keep_logs retention | server/app.cpp:return{
M Database,WriteStatements keep_logs set_log_retention | storage/sqlite/backend.cpp:database_-> storage/sqlite/database.cpp:write_->
F storage/* Failed FailureCallback
F storage/* Committed CommitCallback
F storage/sqlite/journal.* failed_ on_failure_
F storage/sqlite/journal.* committed_ on_commit_
F storage/postgres/membership.* failed_ on_failure_
F storage/postgres/membership.* warn_ on_warning_
F storage/postgres/membership.* on_beat_ on_heartbeat_
M MigrationResult from from_version | schema_test.cpp:contracted. schema_test.cpp:expanded. schema_test.cpp:migrated. storage/postgres/schema.cpp:return{
M MigrationResult to to_version | schema_test.cpp:contracted. schema_test.cpp:expanded. schema_test.cpp:migrated. schema_test.cpp:migrate_database. storage/postgres/schema.cpp:return{
G may_contract contraction_pending
G lock_out lock_data
G bytes_to_copy max_backup_bytes
M Journal,PostgresJournal,SqliteJournal,SlowDisk,FaultyJournal,SimulatedJournal accepts is_accepting | away_test.cpp:journal. cluster_limits_test.cpp:journal. server/app.cpp:journal. backend_test.cpp:journal->
M Outcome full disk_full
G database_went_back database_rolled_back

# ---- storage: cluster
M NodeRow program program_version
M NodeRow rules rules_versions | relay_house.hpp:return{ relay_fixture.hpp:return{ simulation/node.hpp:return{
M NodeRow mesh protocol_version | relay_house.hpp:return{ relay_fixture.hpp:return{ simulation/node.hpp:return{
M NodeList forgotten deleted_players | cluster_limits_test.cpp:beat.
G database_ms database_time_ms
G admin_change last_admin_revision
M EpochEndedError,JournalEndedError end exit_reason
M EpochEnd why exit_reason
M EpochEnd text message
M Cluster,PostgresCluster,FakeCluster,Client,SimulatedCluster beat send_heartbeat | cluster_limits_test.cpp:cluster. cluster_test.cpp:cluster. schema_test.cpp:cluster. server/cluster/takeover.cpp:cluster_. -balance_test.cpp -room_balancer_test.cpp
G ownerless_epochs orphaned_epochs
M Cluster,PostgresCluster,FakeCluster,Client,SimulatedCluster adopt adopt_rooms | cluster_limits_test.cpp:cluster. cluster_test.cpp:cluster. server/cluster/takeover.cpp:cluster_.
M Cluster,PostgresCluster,FakeCluster,Client,SimulatedCluster receive receive_room | cluster_test.cpp:cluster.
M Cluster,PostgresCluster,FakeCluster,Client,SimulatedCluster reserve reserve_codes | cluster_limits_test.cpp:cluster.
M Cluster,PostgresCluster,FakeCluster,Client,SimulatedCluster offers device_offers | cluster_limits_test.cpp:cluster. server/lobby/greeter.cpp:cluster-> server/lobby/accounts.cpp:cluster->
G rooms_of player_rooms
M DeviceOfferStore,PostgresDeviceOfferStore,GrantingStores make create | cluster_limits_test.cpp:offers. server/lobby/accounts.cpp:offers.

M Journal,PostgresJournal,SimulatedJournal away is_unavailable | server/*:journal. tests/*:journal. server/app.cpp:journal-> server/database_watch.cpp:journal_. tests/simulation/node.hpp:journal_.
M NodeRow,Node beat heartbeat | storage/postgres/nodes.cpp:now. storage/postgres/nodes.cpp:second. tests/simulation/database.hpp:second. cluster_time_test.cpp:second. cluster_test.cpp:nodes. test_node.hpp:find-> -balance_test.cpp -room_balancer_test.cpp node_watch_test.cpp:nodes.

# ---- storage: history
G reader_of make_row_reader
G PlayedMatch FinishedMatch
F storage/*,tests/storage/*,server/history/* read_played_match read_finished_match
G on_boards on_leaderboards
G SetOnBoards SetLeaderboardVisibility
M SetOnBoards on is_visible
F storage/*,tests/storage/* Person PlayerProfile | :storage::
M History,PostgresHistory,SqliteHistory people profiles | server/history/*:history. server/site/api.cpp:history. backend_test.cpp:open_history-> history_test.cpp:history.
G contests contested_matches
G comparable comparable_matches
G last_ms last_match_ms
G Care SeatAccuracy
G CareOfMonth MonthlyAccuracy
M History,PostgresHistory,SqliteHistory care monthly_accuracy | server/site/api.cpp:history. analysis_service_test.cpp:history. history_test.cpp:history.
M PutAnalysis care accuracies
M Ranking care accuracy
G read_care read_monthly_accuracy
G read_care_totals read_accuracy_totals
G read_person read_profile
G read_person_of_boards read_leaderboard_profile
G read_sums_and make_totals_reader
G care_unit accuracy_unit
G OldCareQuery OutdatedAnalysisQuery
G find_outdated_care find_outdated_analyses
M OldCareQuery version current_version | care_recalculator.cpp:push_back{
M LeaderboardQuery by ranking | server/site/api.cpp:leaderboard{ history_test.cpp:leaderboard{ plans_test.cpp:leaderboard{
M LeaderboardQuery least min_count | server/site/api.cpp:leaderboard{
M LeaderboardQuery,MatchQuery,AdminQuery,CupQuery,OldCareQuery most limit | :matches{ server/site/api.cpp:cup_plays{ server/site/api.cpp:leaderboard{ server/site/api.cpp:matches_json{ cup_test.cpp:cup_plays{ admin_test.cpp:ids{ history_test.cpp:ids{ care_recalculator.cpp:push_back{ :admin_rows{
M AdminQuery by author | admin_test.cpp:ids{ server/history/account_export.cpp:admin_rows{
M AdminQuery about subject | admin_test.cpp:ids{ server/lobby/admin_queries.cpp:admin_rows{ server/history/account_export.cpp:admin_rows{
G OwnMatch PlayerMatch
G own_matches player_matches
G OwnChatLine PlayerChatLine
G own_chat player_chat
M History,PostgresHistory,SqliteHistory own_rooms player_rooms | server/history/*:history.
G read_own_match read_player_match
G read_own_chat_line read_player_chat_line

# ---- storage: rows
M Player gone is_deleted | server/site/api.cpp:player-> tests/server/admin_test.cpp:player-> tests/server/history_test.cpp:player-> journal_test.cpp:player-> transfer_test.cpp:player-> history_test.cpp:row. store_test.cpp:people. greeter.cpp:row-> admin_commands.cpp:found->
M SeatRow missed missed_turns | server/room/room_record.cpp:push_back{ samples.hpp:return{
M SeatRow left has_left | server/room/room_record.cpp:push_back{ samples.hpp:return{ invitation_test.cpp:seats. storage/postgres/cluster_test.cpp:seat. storage/contract/store_test.cpp:before. storage/contract/store_test.cpp:after.
G next_first next_starting_seat
M MatchRow chain chain_format | check_test.cpp:match. samples.hpp:return{ server/match/table.cpp:return{ server/commands/check.cpp:match. absence_test.cpp:match.
M MatchRow names player_names | history_test.cpp:match-> samples.hpp:return{ server/match/table.cpp:return{
M OpenRoom people players | store_test.cpp:left. store_test.cpp:open_room-> storage/postgres/look_ups.cpp:room->
M AdminRow people players | admin_test.cpp:return{ server/admin/admin_rows.cpp:{{ server/history/account_export.cpp:row. admin_test.cpp:all. admin_test.cpp:row. server/lobby/admin_commands.cpp:found.
M AdminRow Named NamedPlayer | storage/rows.hpp:@
M AdminRow no number | server/lobby/admin_commands.cpp:found. decrees_test.cpp:row. admin_rules_test.cpp:row.
M AdminRow change revision | admin_test.cpp:news. tests/server/admin_test.cpp:admin_rows. storage/contract/admin_test.cpp:all. storage/contract/admin_test.cpp:after. storage/contract/admin_test.cpp:before.
M AdminRow refused refused_count | admin_test.cpp:return{ decrees_test.cpp:row. admin_rules_test.cpp:row.
M AdminRow keep_until_ms retain_until_ms | admin_test.cpp:return{ admin_test.cpp:row. server/admin/admin_rows.cpp:{{ decrees_test.cpp:row. admin_rules_test.cpp:row.
M LogRetention for_ms max_age_ms | log_pruner_test.cpp:drop{ entry_log_test.cpp:keep_logs{ keep_logs_test.cpp:keep{ :keep_logs{
M LogRetention most_bytes max_bytes | log_pruner_test.cpp:drop{ entry_log_test.cpp:keep_logs{ keep_logs_test.cpp:keep{ :keep_logs{
G unless_there if_absent
M FinishMatch usual uses_default_rules
G unaided without_hints
G known_change expected_revision
G CountRefused CountRefusals
M CountRefused times count
M SweepAdminRows most_reports max_reports
M PutCupChain replaced_ms replaced_first_ms
M PutPractice before expected
M PutPractice most max_positions

# ---- storage: store, transfer
M Store,PostgresStore,SqliteStore,HookedStore,StoreFailingOnce practice practice_rows | server/history/account_export.cpp:store. :store. transfer_test.cpp:first-> transfer_test.cpp:second->
G flush_when_full flush_if_full
G most_writes max_writes
M WriteBatcher end flush

# ---- storage: PostgreSQL
G add_read merge
G put_owner_check add_owner_check
F storage/postgres/batch.* open_ matches_by_id_
F storage/postgres/batch.* next_ next_number_
F storage/postgres/batch.* put_ put_rooms_
F storage/postgres/batch.* touched_ touched_rooms_
F storage/postgres/batch.* touch mark_touched
F storage/postgres/batch.* run add_statement
F storage/postgres/cluster.*,storage/postgres/tallies.cpp taken_ consumed_count_
F storage/postgres/cluster.* Claimed ClaimedRooms
F storage/postgres/cluster.* claimed_one_ claimed_single_
F storage/postgres/cluster.* forgotten_ last_deleted_number_
F storage/postgres/cluster.* read_forgotten read_deleted_players
G require_presence require_membership
M Rows tag command_tag
M Connection warned has_warning | storage/postgres/lane.cpp:connection_->
M SqlError state sql_state
F storage/postgres/*.hpp,storage/postgres/*.cpp each_of for_each_row
F storage/postgres/journal.* Work PostBatch
F storage/postgres/journal.* ended_ has_ended_
F storage/postgres/journal.* since waiting_since
F storage/postgres/journal.* take take_batch
G barrier_is_due is_barrier_due
F storage/postgres/journal.*,storage/postgres/lane.* Setup Options
F storage/postgres/journal.*,storage/postgres/lane.* setup_ options_
F storage/*.hpp,storage/postgres/journal.*,storage/postgres/lane.*,storage/sqlite/backend.cpp,storage/postgres/backend.cpp setup options
G on_found on_recovered
G longer_timeout increased_timeout
G read_batch read_batch_number
M SendResult again retry
F storage/postgres/lane.* durable_ last_durable_batch_
F storage/postgres/log_pruner.* ends_ stopping_
F storage/postgres/membership.* ending_ stopping_
F storage/postgres/membership.* left_ has_left_
F storage/postgres/membership.* joining_ join_mutex_
F storage/postgres/membership.* beats_ heartbeat_count_
F storage/postgres/membership.* insert insert_node
F storage/postgres/* is_over throw_epoch_ended
M Membership beat run_heartbeat | storage/postgres/membership.cpp:@
M Membership confirm confirm_heartbeat | storage/postgres/cluster.cpp:membership_-> storage/postgres/membership.cpp:@
M Membership start start_heartbeat | storage/postgres/journal.cpp:membership_-> membership_test.cpp:membership.
M Migration contracts is_contracting
M Node schema schema_version | storage/postgres/schema.cpp:second. -server/* -tests/server/* -tests/simulation/*
M Node shared shares_rooms | storage/postgres/membership.cpp:second. -server/* -tests/server/* -tests/simulation/*
G present_nodes active_nodes
G present_condition active_condition
G ended_reason find_end_reason
G RollBackAtEnd RollbackGuard
F storage/postgres/reader.hpp opened_at_ opened_failovers_
M Reader,PostgresWebFileStore once try_once | storage/postgres/page_files.cpp:@ storage/postgres/backup.cpp:reader.
M Schema least min_program_version | schema_test.cpp:read_schema.
G refuse_other_schema require_compatible_schema
F storage/postgres/values.* encoded to_text
G array_of make_array
F storage/postgres/transaction.hpp done_ committed_
M WebFileStore,PostgresWebFileStore,PageDatabase,PageConnection keep keep_alive | page_files_test.cpp:one-> page_files_test.cpp:two-> page_files_test.cpp:pages-> server/site/other_version_files.cpp:page_files_->
M WebFile standalone is_standalone | server/site/other_version_files.cpp:push_back{ page_files_test.cpp:{{
M WebFile embeddable is_embeddable | server/site/other_version_files.cpp:push_back{ page_files_test.cpp:,{

# ---- storage: SQLite
G busy_ms busy_timeout_ms
F storage/sqlite/* bytes_of get_file_size
G missing_or_empty is_missing_or_empty
G create_private create_private_file
G version_before previous_version
G version_before_ previous_version_
F storage/sqlite/database.* missing_ missing_entries_
F storage/sqlite/database.* mark_ durable_entry_count_
F storage/sqlite/database.* write_ write_statements_
G newest_rows max_unlisted_rows
F storage/sqlite/entry_log.* last_ last_row_
M EntryLog last last_row | storage/sqlite/write_statements.hpp:log_.
F storage/sqlite/entry_log.* open_ open_matches_
F storage/sqlite/entry_log.* rows_of rows_of_match
F storage/sqlite/journal.* waiting_ waiting_posts_
F storage/sqlite/journal.* take take_batch
F storage/sqlite/journal.* work process_posts
F storage/sqlite/journal.* answer answer_posts

# ---- protocol: serialization
G described serialization
F protocol/*,tests/protocol/*,engine/games/*,tests/sixth_game/* WordText ChoiceText
M Text least min_length
M Text most max_length
F protocol/described.cpp,protocol/serialization.cpp least min_length
F protocol/described.cpp,protocol/serialization.cpp most max_length
M List least min_size
M List most max_size
F protocol/described.hpp,protocol/serialization.hpp most_values max_values
M JsonWithSchema form schema_text
F protocol/*_wire.hpp from_one positive_integer
G not_negative non_negative
F protocol/*_wire.hpp from_one_day cup_day_number
F protocol/*_wire.hpp match_name match_id_text
F protocol/*_wire.hpp hash_text hash_digits
F protocol/*_wire.hpp turn_ms_of turn_clock_reply
F protocol/*_wire.hpp drawn_with draw_proof
F protocol/*_wire.hpp texts text_list
F protocol/*_wire.hpp whole count_kind
M Field whole int64 | protocol/described.hpp:json. protocol/serialization.hpp:json. protocol/line_games.cpp:field.
M Field flag boolean | protocol/described.hpp:json. protocol/serialization.hpp:json. protocol/line_games.cpp:given-> protocol/scenario.cpp:clock->
M JsonText of from_json
M SqlParameters of make
F protocol/json_text.* Part ValueRef | :JsonText::
F tests/protocol/schema_maker.hpp more_ constraints_
M MatchPush left_out omitted_entries | messages_wire.hpp:push. server/room/match_publisher.cpp:missed.
G is_text is_string
G allow_only require_only
G of_text from_text
M UnreadableError refused rejection
M BadMessage refused rejection | server/cluster/inbound.cpp:bad-> server/net/admin_socket.cpp:bad-> server/net/ws_session.cpp:bad-> hostile_test.cpp:bad-> write_test.cpp:bad. corpus_test.cpp:bad-> parse_test.cpp:bad.
M RefusedReply refused rejection

F protocol/typed_match.hpp,protocol/bot_of.hpp,protocol/typed_bot.hpp H Bot
F protocol/typed_match.hpp,protocol/bot_of.hpp,protocol/typed_bot.hpp R Game

# ---- protocol: matches
G listed_move normalized_move
G settings_from_start parse_settings
F protocol/*,capi/* options_of typed_options
G usual_settings default_settings
G without_player by_bot_or_clock
M DecisionCount all total | protocol/typed_match.hpp:decisions_.
G exercise_of make_exercise
M Votes by voters | messages_wire.hpp:votes. server/room/seating_votes.cpp:votes. server/room/seating_votes.cpp:votes-> seating_votes_test.cpp:votes-> seating_votes_test.cpp:votes_for_bot->
G listed_text short_moves_text | -public_rooms_test.cpp
M Match,TypedMatch,ForgetfulMatch draws would_draw | tests/protocol/draws_test.cpp:match-> server/match/table.cpp:match_-> -capi/* -spar/* -bench/*
M Distribution least min
M Distribution most max | protocol/simulation.cpp:@
F protocol/simulation.* count_of_ occurrences_
M x confidence confidence_interval | protocol/simulation.cpp:@ protocol/simulation.hpp:@ :protocol::
G end_of_plain find_plain_end
M PlainScanner next_is peek_is
F protocol/lookalikes.hpp,protocol/confusables.hpp,protocol/text.cpp Lookalikes Confusables
F protocol/lookalikes.hpp,protocol/confusables.hpp,protocol/text.cpp lookalikes confusables
G caseless_looks caseless_skeletons
G most_avatar max_avatar
F protocol/subset.*,protocol/scenario_play.cpp,protocol/line_games.cpp,tests/protocol/* difference find_difference
F protocol/line_games.* again auto_rematch
F protocol/line_games.* all_seats push_to_all_seats
F protocol/line_games.* most_rooms_ max_rooms_
F protocol/line_games.* carry_out handle_request
F protocol/line_games.* note_entry record_entry
F protocol/line_games.* pushed_ last_pushed_
F protocol/line_games.* room_of find_room

# ---- protocol: messages
G Greeting HelloReply
G DeviceOffered DeviceOfferReply
F protocol/*,tests/protocol/* Renamed RenameReply | :protocol::
F protocol/*,tests/protocol/* Moved MoveReply | :protocol::
F protocol/*,tests/protocol/* Rooms RoomsReply | :protocol::
F protocol/*,tests/protocol/* InRoom RoomReply | :protocol::
F protocol/*,tests/protocol/* Joined JoinReply | :protocol::
G SeatedRoomSummaries SeatedRoomsReply
G OnBoards LeaderboardReply
G CupOfDay CupReply
M CupOfDay Opened RevealedSeed
M CupOfDay opened revealed
M CupOfDay end chain_end
G ExercisePosed ExerciseReply
G ExerciseJudged ExerciseResultReply
G QuickMatchJoined QuickMatchReply
G MatchStarted StartReply
G Advice HintReply
G OwnData PlayerData
G Practised PracticedPosition
F protocol/messages.hpp Person Player
M MatchesPage Person Player
F protocol/admin.hpp Person Participant
M AdminTableReply Person Participant
G RoomLine RoomSummary
M RoomJoin As Mode
M RoomJoin Seen LastSeen
M RoomJoin seen last_seen | parse_test.cpp:full. parse_test.cpp:plain.
M Joined,QuickMatchJoined,RoomJoin as mode | parse_test.cpp:full. parse_test.cpp:plain.
M ReportPlayer About Subject
M ReportPlayer about subject
M Hello,Greeting v version | parse_test.cpp:full. parse_test.cpp:guest. parse_test.cpp:>. -server/cluster/* -tests/server/* -tests/simulation/* -spar/* -bench/*
M Greeting reach reachable_urls
M Hello dice provable_dice | parse_test.cpp:full. parse_test.cpp:plain. parse_test.cpp:guest. parse_test.cpp:>.
M Quick here present
M Quick offer bot_offered
M SeatInfo out vote_out | server/room/room_publisher.cpp:seat{
M RoomPush watchers first_spectators
M RoomPush next waiting_players
G watchable allows_spectators
M LobbyPush put updated
M LobbyPush gone removed
G GonePush RemovedPush
M NoticePush no number
M End left excluded
M Clock of_ms total_ms

# ---- protocol: admin
G ms_of_a_day ms_per_day
G AdminDecree AdminRuleInfo
G AdminDecreeReply AdminRuleReply
G AdminDecreesReply AdminRulesReply
G decree_kinds admin_rule_kinds
G decree_orders admin_rule_orders
F protocol/messages.hpp,protocol/messages_wire.hpp Decree AdminRule | :OwnData::
M Kind decree admin_rule
G AdminWhoRequest AdminPlayersRequest
G AdminPeopleReply AdminPlayersReply
G AdminPerson AdminOnlinePlayer
G AdminSayRequest AdminNoticeRequest
M AdminMuteRequest,AdminBanRequest,AdminSayRequest,AdminChangeRequest term duration
M AdminBanRequest yes confirmed
M AdminBansRequest find search
M AdminPeopleReply,AdminTablesReply,AdminPlayerReply,AdminDecreeReply,AdminLinksReply silent silent_nodes
M AdminPeopleReply,AdminTableReply people players
M AdminDecreeReply others other_players
M AdminDecreeReply here online_players
M AdminPlayerReply made_ms created_ms
G here_since_ms connected_since_ms
M AdminLogLine what action
M AdminDecree holds is_active
M AdminTableReply line table
M AdminReportView done_by handled_by
M AdminSettingsReply lines notices
M AdminUnbanRequest,AdminChangeRequest,AdminReportRequest,AdminDecree,AdminDecreeReply,AdminLogLine,AdminReportView,AdminLinkReply no number | server/lobby/admin_queries.cpp:lines. server/lobby/admin_queries.cpp:reports.
M AdminDecree,AdminLogLine,AdminSetting,AdminReportView by author

# ---- files
R protocol/described.hpp protocol/serialization.hpp
R protocol/described.cpp protocol/serialization.cpp
R protocol/people.hpp protocol/player_info.hpp
R protocol/refused.hpp protocol/rejection.hpp
R protocol/refused.cpp protocol/rejection.cpp
R protocol/bot_of.hpp protocol/typed_bot.hpp
R protocol/lookalikes.hpp protocol/confusables.hpp
R storage/page_files.hpp storage/web_file_store.hpp
R storage/postgres/page_files.hpp storage/postgres/web_file_store.hpp
R storage/postgres/page_files.cpp storage/postgres/web_file_store.cpp
R tests/storage/postgres/page_files_test.cpp tests/storage/postgres/web_file_store_test.cpp
R storage/postgres/look_ups.hpp storage/postgres/lookups.hpp
R storage/postgres/look_ups.cpp storage/postgres/lookups.cpp
X	tests/layers_test.py	protocol/\(people\|refused\)	protocol/(player_info|rejection)
X	capi/CMakeLists.txt	(set\(protocol_parts [^)]*?)\bdescribed\b	\1serialization
X	capi/CMakeLists.txt	(set\(protocol_parts [^)]*?)\brefused\b	\1rejection
X	tests/CMakeLists.txt	\bpage_files_test\b	web_file_store_test
X	storage/README.md,storage/postgres/README.md	`page_files(\.hpp)?`	`web_file_store\1`
X	storage/postgres/README.md	`look_ups`	`lookups`
X	tools/lookalikes.py	"lookalikes\.hpp"	"confusables.hpp"
X	tools/lookalikes.py	\bLookalikes lookalikes\[\]	Confusables confusables[]
X	tools/lookalikes.py	\bstruct Lookalikes\b	struct Confusables
X	protocol/*,tests/protocol/*	namespace cubilete::described\b	namespace cubilete::serialization
X	protocol/described.hpp,protocol/serialization.hpp	string of `least`\.\.`most` characters	string of `min_length`..`max_length` characters
X	tests/server/world.hpp,tests/server/test_server.hpp	bool away\(\) const override	bool is_unavailable() const override
Y	tests/server/relay_fixture.hpp	storage::NodeList report_nodes\(const storage::NodeLoad	storage::NodeList send_heartbeat(const storage::NodeLoad
Y	server/history/history_reader.hpp	Journal::is_database_unavailable\(\)	Journal::is_unavailable()
'''

# Names that are also those of members of messages or of columns: in prose they stay.
QUIET = {'on_boards', 'next_first', 'keep_until_ms', 'given_away', 'here_since_ms', 'made_ms', 'done_by', 'page_files', 'bytes_of', 'unless_there'}

TOKEN = re.compile(r'''
    (?P<raw>(?:u8|[uUL])?R"(?P<d>[^\s()\\]{0,16})\((?:.|\n)*?\)(?P=d)")
  | (?P<line>//[^\n]*)
  | (?P<block>/\*(?:.|\n)*?\*/)
  | (?P<str>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
  | (?P<chr>(?<![0-9a-fA-F])(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
  | (?P<inc>^[ \t]*\#[ \t]*include[^\n]*)
  | (?P<num>\.?[0-9](?:'?[0-9a-zA-Z_.]|(?<=[eEpP])[+-])*)
  | (?P<id>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<op>->|::|\.\.\.|<=>|&&|\|\||<<|==|!=|<=|>=|\+\+|--|[-+*/%&|^]=|[^\sA-Za-z0-9_])
''', re.X | re.M)

class T:
    __slots__ = ('kind', 'text', 'start', 'end', 'sep', 'owner', 'scope', 'fn')

def tokens(text):
    out = []
    for m in TOKEN.finditer(text):
        t = T()
        t.kind = m.lastgroup if m.lastgroup != 'd' else 'raw'
        t.text, t.start, t.end = m.group(), m.start(), m.end()
        t.sep = t.owner = t.scope = ''
        out.append(t)
    return out

CLOSE = {')': '(', ']': '[', '}': '{'}

def analyse(text):
    """All tokens; for each identifier what it is a member of, and the class around it."""
    toks = tokens(text)
    code = [t for t in toks if t.kind in ('id', 'num', 'op', 'str', 'raw', 'chr')]
    match = {}
    stack = []
    for i, t in enumerate(code):
        if t.kind == 'op':
            if t.text in '([{': stack.append(i)
            elif t.text in CLOSE:
                if stack and code[stack[-1]].text == CLOSE[t.text]: match[i] = stack.pop()
    # class scopes
    scopes = []   # (name, is_class)
    pending = None
    for i, t in enumerate(code):
        if t.kind == 'id' and t.text in ('struct', 'class', 'union', 'enum') and not (i and code[i-1].text in ('<', ',', 'enum', 'friend')):
            j = i + 1
            if j < len(code) and code[j].text == 'class': j += 1
            if j < len(code) and code[j].kind == 'id':
                k = j + 1
                name = code[j].text
                while k < len(code) and code[k].text in ('::',) and code[k+1].kind == 'id':
                    name = code[k+1].text
                    k += 2
                if k < len(code) and code[k].text in ('{', ':', 'final', ';'):
                    if code[k].text != ';': pending = name
        if t.kind == 'op' and t.text == ';': pending = None
        if t.kind == 'op' and t.text == '{':
            scopes.append(pending)
            pending = None
        elif t.kind == 'op' and t.text == '}':
            if scopes: scopes.pop()
        t.scope = next((s for s in reversed(scopes) if s), '')
        if t.kind == 'id' and i:
            p = code[i-1]
            if p.text in ('.', '->', '::') and p.kind == 'op':
                j = i - 2
                if p.text == '.' and (j < 0 or code[j].text in ('{', ',')):
                    t.sep = '{'
                    # the opening brace around
                    depth = 0
                    while j >= 0:
                        if j in match: j = match[j]
                        elif code[j].text == '{': break
                        j -= 1
                    k = j - 1
                    if k >= 0 and code[k].text in ('=', '('): k -= 1
                    while k >= 0 and code[k].text in (')', ']', '>') and k in match: k = match[k] - 1
                    t.owner = code[k].text if k >= 0 else ''
                else:
                    t.sep = p.text
                    for _ in range(6):
                        if j >= 0 and code[j].text in (')', ']') and j in match: j = match[j] - 1
                        elif j >= 0 and code[j].text == '>' and p.text == '::':
                            d = 0
                            while j >= 0:
                                if code[j].text == '>': d += 1
                                if code[j].text == '<': d -= 1
                                j -= 1
                                if d == 0: break
                        else: break
                    t.owner = code[j].text if j >= 0 and code[j].kind == 'id' else (code[j].text if j >= 0 else '')
    return toks


CHAIN = {'front', 'back', 'value', 'at', 'get', 'emplace', 'emplace_back', 'begin'}
OPEN = {')': '(', ']': '[', '}': '{'}


class Source:
    """One C++ source: its text, its tokens, and which of its names have which type."""
    def __init__(self, path, text):
        self.path, self.text = path, text
        self.toks = analyse(text)
        self.code = [t for t in self.toks if t.kind in ('id', 'num', 'op', 'str', 'raw', 'chr')]
        self.ids = {}
        for i, t in enumerate(self.code):
            if t.kind == 'id': self.ids.setdefault(t.text, []).append(i)
        self.match, stack, self.around = {}, [], []
        for i, t in enumerate(self.code):
            if t.kind == 'op' and t.text in OPEN:
                while stack and self.code[stack[-1]].text != OPEN[t.text]: stack.pop()
                if stack:
                    o = stack.pop()
                    self.match[i], self.match[o] = o, i
            self.around.append(stack[-1] if stack else -1)
            if t.kind == 'op' and t.text in '([{': stack.append(i)
        self.declared = {}

    def block(self, i):
        """The tokens in which a name is known that is declared at i."""
        a = self.around[i]
        while a >= 0 and self.code[a].text == '[': a = self.around[a]
        if a >= 0 and self.code[a].text == '(':
            j = self.match.get(a, a) + 1
            depth = 0
            while j < len(self.code):
                s = self.code[j].text
                if s == '{': return (i, self.match.get(j, len(self.code)))
                if s == ';' and not depth:  # a declaration, or the body of a loop or an if without braces
                    return (i, j)
                if s in '([' and self.code[j].kind == 'op': j = self.match.get(j, j)
                if s == ':' and a and self.code[a - 1].text != 'for':  # initializers of a constructor
                    k = j
                    while k < len(self.code) and not (self.code[k].text == '{' and self.code[k - 1].text in (')', '}')): k += 1
                    return (i, self.match.get(k, len(self.code)))
                j += 1
            return (i, len(self.code))
        if a < 0: return (0, len(self.code))
        return (a if self.is_class(a) else i, self.match.get(a, len(self.code)))

    def is_class(self, brace):
        j = brace - 1
        while j >= 0 and self.code[j].text not in (';', '{', '}'):
            if self.code[j].text in ('struct', 'class'): return self.code[brace - 1].text != ')'
            j -= 1
        return False

    def names_of(self, type_):
        """Names that this file declares with the type or a container of it, each with the tokens where it is known."""
        if type_ in self.declared: return self.declared[type_]
        names, members = {}, set()
        n = len(self.code)
        for i in self.ids.get(type_, []):
            j = i + 1
            while j < n and self.code[j].text in ('>', '&', '*', '&&', 'const', 'auto', '...'): j += 1
            if j + 1 < n and self.code[j].kind == 'id' and self.code[j + 1].text in (';', '=', '{', '(', ',', ')', ':', '['):
                if j > i + 1 or True:
                    a, b = self.block(j)
                    names.setdefault(self.code[j].text, []).append((a, b))
                    o = self.around[j]
                    if o >= 0 and self.code[o].text == '{' and self.is_class(o): members.add(self.code[j].text)
        for _ in range(2):
            for i in self.ids.get('auto', []):
                j = i + 1
                while j < n and self.code[j].text in ('&', '*', '&&', 'const'): j += 1
                if j + 2 >= n or self.code[j].kind != 'id': continue
                loop = self.code[j + 1].text == ':'
                if not loop and self.code[j + 1].text != '=': continue
                k = j + 2
                while k < n and self.code[k].text in ('*', '&'): k += 1
                if loop:
                    o = self.around[j]
                    e = self.match.get(o, n) if o >= 0 else n
                    last = [x for x in range(k, min(e, k + 12)) if self.code[x].kind == 'id']
                    if not last: continue
                    k = last[-1] if self.code[last[-1]].text not in CHAIN or len(last) < 2 else last[-2]
                    if self.code[k + 1].text == '(' : continue
                else:
                    tail = ''.join(t.text for t in self.code[k + 1:k + 5])
                    if not re.match(r'(\[\w+\];|\.(front|back|value)\(\)|;)', tail): continue
                if self.knows(names, self.code[k].text, k):
                    names.setdefault(self.code[j].text, []).append(self.block(j))
        self.declared[type_] = (names, members)
        return self.declared[type_]

    def knows(self, names, name, i): return any(a <= i <= b for a, b in names.get(name, []))

    def base(self, i):
        """The index of the name before the '.', '->' or '::' of the identifier at i, through calls like front()."""
        j = i - 2
        for _ in range(8):
            if j < 0: return -1
            if self.code[j].text in (')', ']') and j in self.match:
                j = self.match[j] - 1
                continue
            if self.code[j].text == '>' and self.code[i - 1].text == '::':
                depth = 0
                while j >= 0:
                    depth += {'>': 1, '<': -1}.get(self.code[j].text, 0)
                    j -= 1
                    if not depth: break
                continue
            if self.code[j].kind == 'id' and self.code[j].text in CHAIN and j and self.code[j - 1].text in ('.', '->'):
                j -= 2
                continue
            break
        return j


class Tree:
    def __init__(self, root):
        self.root = root
        out = subprocess.run(['git', '-C', root, 'ls-files', '--cached', '--others', '--exclude-standard'], capture_output=True, text=True, check=True).stdout.split('\n')
        self.files = [f for f in dict.fromkeys(out) if f and os.path.isfile(os.path.join(root, f)) and not os.path.islink(os.path.join(root, f))]
        self.cpp = [f for f in self.files if re.search(r'\.(cpp|hpp|def)$', f) and 'vendor/' not in f]
        self.docs = [f for f in self.files if f.endswith('.md') and f != 'CHANGELOG.md' and 'vendor/' not in f]
        self.sources = {}

    def read(self, path):
        with open(os.path.join(self.root, path), encoding='utf-8', newline='') as file: return file.read()

    def source(self, path):
        if path not in self.sources: self.sources[path] = Source(path, self.read(path))
        return self.sources[path]

    def known(self, s, type_, name, i):
        names, _ = s.names_of(type_)
        if s.knows(names, name, i): return True
        if s.path.endswith('.cpp'):  # members of the class in the header beside it
            header = s.path[:-4] + '.hpp'
            if header in self.cpp and name in self.source(header).names_of(type_)[1]: return True
        return False


def fits(path, pattern): return path == pattern or path.endswith('/' + pattern) or fnmatch.fnmatch(path, pattern)


def find(tree, s, rule, i):
    """Whether the rule is about the identifier at i."""
    kind = rule[0]
    types, keys, without = rule[1], rule[4], rule[5]
    if any(fits(s.path, p) for p in without): return False
    if kind == 'G': return True
    if kind == 'F' and any(fits(s.path, g) for g in types): return True
    if kind == 'F': types = ()
    t = s.code[i]
    p = s.code[i - 1].text if i else ''
    if t.sep == '{':
        o = i - 2
        brace = s.around[i]
        k = brace - 1
        while k >= 0 and s.code[k].text in ('=', '('): k -= 1
        owner, sign = t.owner, '{'
        ok = owner in types or any(tree.known(s, x, owner, i) for x in types)
    elif p == '::':
        b = s.base(i)
        owner, sign = (s.code[b].text if b >= 0 else ''), '::'
        ok = owner in types
    elif p in ('.', '->'):
        b = s.base(i)
        owner, sign = (s.code[b].text if b >= 0 else ''), p
        ok = owner in types or (b >= 0 and any(tree.known(s, x, owner, b) for x in types))
    else:
        owner, sign = '', '@'
        ok = t.scope in types
    return ok or any(owner + sign == k and (not f or fits(s.path, f)) for f, k in keys)


def load(text):
    rules = []
    for line in text.split('\n'):
        if not line.strip() or line.startswith('#'): continue
        head, _, tail = line.partition(' | ')
        w = head.split()
        without = [k[1:] for k in tail.split() if k.startswith('-')]
        keys = [k.partition(':')[::2] for k in tail.split() if not k.startswith('-')]
        if w[0] == 'G': rules.append(('G', None, w[1], w[2], keys, without))
        elif w[0] == 'F': rules.append(('F', w[1].split(','), w[2], w[3], keys, without))
        elif w[0] == 'M': rules.append(('M', set(w[1].split(',')), w[2], w[3], keys, without))
        elif w[0] == 'R': rules.append(('R', None, w[1], w[2], [], []))
        elif w[0] in ('X', 'Y'):
            w = line.split('\t')
            rules.append((line[0], w[1].split(','), w[2], w[3], [], []))
    return rules


def plain(name): return '_' not in name.strip('_') and name == name.lower()


def main(root):
    tree = Tree(root)
    rules = load(RULES)
    by_name, hits = {}, {}
    for n, r in enumerate(rules):
        if r[0] in 'GFM': by_name.setdefault(r[2], []).append((n, r))
    changes = {}
    renames = 0
    words = re.compile(r'\b(' + '|'.join(map(re.escape, sorted(by_name, key=len, reverse=True))) + r')\b')
    for path in tree.cpp:
        if not words.search(tree.read(path)): continue
        s = tree.source(path)
        edits = []
        for name in by_name:
            for i in s.ids.get(name, []):
                for n, r in by_name[name]:
                    if find(tree, s, r, i):
                        edits.append((s.code[i].start, s.code[i].end, r[3]))
                        hits[n] = hits.get(n, 0) + 1
                        break
        for t in s.toks:
            if t.kind not in ('line', 'block'): continue
            for m in words.finditer(t.text):
                new = in_prose(tree, t.text, m, by_name, path)
                if new: edits.append((t.start + m.start(), t.start + m.end(), new))
        if edits: changes[path] = (s.text, edits)
    for path in tree.docs:
        text = tree.read(path)
        edits = []
        for q in re.finditer(r'`[^`\n]+`', text):
            for m in words.finditer(q.group()):
                new = in_prose(tree, q.group(), m, by_name, path)
                if new: edits.append((q.start() + m.start(), q.start() + m.end(), new))
        if edits: changes[path] = (text, edits)
    texts = {}
    for path, (text, edits) in changes.items():
        for a, b, new in sorted(set(edits), reverse=True): text = text[:a] + new + text[b:]
        renames += len(set(edits))
        texts[path] = text
    moved = [r for r in rules if r[0] == 'R']
    for n, r in enumerate(rules):
        if r[0] in ('X', 'Y'):
            for path in tree.files:
                if not any(fits(path, g) for g in r[1]): continue
                text = texts.get(path) or tree.read(path)
                new, k = re.subn(r[2], r[3], text)
                if k:
                    texts[path] = new
                    renames += k
                    hits[n] = hits.get(n, 0) + k
        if r[0] == 'R':
            old, new = r[2], r[3]
            pattern = re.compile(r'(?<![\w/])' + re.escape(old) + r'(?![\w])')
            for path in tree.files:
                if not re.search(r'\.(cpp|hpp|md|txt|py|sh|def|in|json|yml|js)$|(^|/)(run|test)$|tools/', path) or 'vendor/' in path or path == 'CHANGELOG.md': continue
                try: text = texts.get(path) or tree.read(path)
                except UnicodeDecodeError: continue
                if old not in text: continue
                fixed, k = pattern.subn(new, text)
                if k:
                    texts[path] = fixed
                    renames += k
            if old in tree.files:
                hits[n] = hits.get(n, 0) + 1
    changed = set()
    for path, text in texts.items():
        if text == tree.read(path): continue
        changed.add(path)
        with open(os.path.join(root, path), 'w', encoding='utf-8', newline='') as file: file.write(text)
    for n, r in enumerate(rules):
        if r[0] == 'R' and r[2] in tree.files:
            os.makedirs(os.path.dirname(os.path.join(root, r[3])), exist_ok=True)
            os.rename(os.path.join(root, r[2]), os.path.join(root, r[3]))
            changed.add(r[2])
            renames += 1
        if r[0] == 'Y' or r[0] == 'X' and not any(fits(path, g) for path in tree.files for g in r[1]): continue
        if not hits.get(n): print('warning: matches nowhere:', r[0], ','.join(sorted(r[1])) if r[1] else '', r[2], r[3])
    print(f'{renames} renames, {len(changed)} files changed')


def in_prose(tree, text, m, by_name, path):
    """The new name for a word of a comment or of a document."""
    name = m.group()
    before, after = text[:m.start()], text[m.end():]
    q = re.search(r'(\w+)::$', before)
    for _, r in by_name[name]:
        if r[0] == 'M':
            if q and q.group(1) in r[1]: return r[3]
        elif q and r[0] == 'G' and not plain(name): return r[3]
        elif r[0] == 'F' and not any(fits(path, g) for g in r[1]): continue
        elif not plain(name) and name not in QUIET and not (path.endswith('.md') and name == name.lower() and not after.startswith('()')): return r[3]
    if q: return None
    if len(by_name[name]) == 1 and after.startswith('()') and not before.endswith('.'):
        r = by_name[name][0][1]
        if r[0] == 'G' or (r[0] == 'F' and any(fits(path, g) for g in r[1])): return r[3]
    if after.startswith('()') and not before.endswith('.') and re.match(r'(storage|protocol|tests/storage|tests/protocol)/.*\.[ch]pp$', path):
        here = [r[3] for _, r in by_name[name] if r[0] == 'M' and any(x in tree.source(path).ids for x in r[1])]
        if len(here) == 1: return here[0]
    return None


if __name__ == '__main__': main(sys.argv[1])
