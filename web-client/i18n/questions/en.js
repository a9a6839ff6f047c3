// @ts-check
// Texts of the confirmations of irreversible actions.

export const questions = {
  /** @param {string} name */
  kick: (name) => `Remove ${name} from the table?`,
  kick_hint: 'They may come back with the link.',
  /** @param {string} name */
  ban: (name) => `Ban ${name} from this table?`,
  ban_hint: 'They cannot come back to this table.',
  /** @param {string} name */
  vote_out: (name) => `Give the seat of ${name} away?`,
  vote_out_hint: 'It is free as soon as more than half of those who are here want that.',
  /** @param {string} name */
  make_host: (name) => `Make ${name} the host?`,
  make_host_hint: 'You hand the table over: then only they start games and change it.',
  /** @param {string} name */
  report: (name) => `Report ${name} to the operator?`,
  report_hint: 'The operator of this server gets the last lines of the chat, the names and the match. The player does not learn of it.',
  report_about: 'What it is about',
  report_subjects: { chat: 'the chat', name: 'the name', play: 'the play' },
  report_text: 'What happened',
  report_yes: 'Send to the operator',
  report_arrived: 'It has arrived: the operator will look at it.',
  house_word: 'The word of this house',
  house_word_hint: 'Here only those open tables who know a word; who invited you can tell it. Then press the button again.',
  house_word_label: 'Word',
  house_word_yes: 'Keep it',
  leave_hint: {
    plays: 'The computer will play for you until you come back.',
    ends: 'Nobody else plays at this table, so the game ends at once.',
    unsure: 'The computer will play for you until you come back. If nobody else plays any more, the game ends.',
  },
  unsaved: 'Play without your changes?',
  unsaved_hint: 'What you have changed about the table is not saved yet.',
  unsaved_yes: 'Play without them',
  vanish: 'Delete you for good?',
  vanish_hint: 'Your name becomes “guest” everywhere, your seats go to the computer, and nobody can bring you back, not even you.',
  vanish_yes: 'Yes, delete me for good',
  not_copied: 'Not copied',
  not_copied_hint: 'Your browser does not let this page copy.',
  copy_by_hand: 'Copy it by hand',
};
