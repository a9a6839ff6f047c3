// @ts-check
// The pages that look back. The page loads them when somebody first wants one.
export { boards_page } from './boards.js';
export { player_page } from './player.js';
export { match_page, replay_key } from './replay.js';
