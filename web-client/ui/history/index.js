// @ts-check
// Replay, player and leaderboard pages; loaded when first opened.
export { boards_page } from './boards.js';
export { player_page } from './player.js';
export { match_page, replay_key } from './replay.js';
