// @ts-check
// Parses the responses of the HTTP API.
import { read_json } from '../../js/strict_json.js';

/** The record of a match is read as all verifiers read it, because its dice are checked. @param {string} path @param {Response} response */
export const parse_api_response = async (path, response) =>
  path.startsWith('matches/') ? read_json(await response.text()) : response.json();
