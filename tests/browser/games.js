// The games that the page can show, by their folders.
import { existsSync, readdirSync } from 'node:fs';

const folder = new URL('../../web-client/games/', import.meta.url);

/** Their ids. */
export const games = readdirSync(folder).filter((id) => existsSync(new URL(`${id}/table.js`, folder)));

/** The rules of a game in a language, as a function of the table's options. @param {string} game @param {string} language */
export async function rules_of(game, language) {
  const { make_rules } = await import(`../../web-client/games/${game}/rules.js`);
  const { rules } = await import(`../../web-client/games/${game}/rules.${language}.js`);
  const shared = await import(`../../web-client/i18n/rules/${language}.js`);
  return (options) => make_rules(options, rules, shared);
}
