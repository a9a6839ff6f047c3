// @ts-check
// Replay, player and leaderboard pages; loaded when first opened.
export { leaderboards_page } from './boards.js';
export { player_page } from './player.js';
export { match_page, handle_replay_key } from './replay.js';
