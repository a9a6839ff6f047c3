// @ts-check
// Reads the answers of the HTTP API.
import { read_json } from '../../js/strict_json.js';

/** The record of a match is read as all verifiers read it, because its dice are checked. @param {string} path @param {Response} answer */
export const read_answer = async (path, answer) =>
  path.startsWith('matches/') ? read_json(await answer.text()) : answer.json();
