// @ts-check
// Quello che la pagina dice di sé e quello che si dice da un lato all'altro del tavolo.

import { speaking } from '../language.js';

const { plural } = speaking('it');

/** @type {typeof import('./feel.en.js').words} */
export const words = {
  settings: {
    title: 'Impostazioni',
    close: 'Chiudi',
    theme: 'Colori',
    themes: { auto: 'Automatici', light: 'Chiari', dark: 'Scuri' },
    sound: 'Suoni',
    buzz: 'Vibra quando tocca a me',
    awake: 'Schermo acceso mentre gioco',
    call: 'Avvisami quando tocca a me',
    hidden: 'Nascondi i codici dei tavoli, per le dirette',
    blocked: 'Il tuo browser non lascia che questa pagina ti avvisi.',
  },
  call: {
    offer: 'Vai su un’altra pagina? Ti chiamiamo noi quando tocca a te.',
    yes: 'Chiamami',
    no: 'No, grazie',
  },
  chat: {
    react: 'Reagisci',
    phrases: ['Bella mossa!', 'Bella partita!', 'Ahi!', 'Forza!'],
    mute: 'Silenzia qualcuno',
    muted: (name) => `Silenzia ${name}`,
    muted_hint: 'Non vedi più quello che scrive. Non se ne accorge.',
  },
  table: {
    away: (name) => `${name} non c’è. Se scade il tempo, gioca la casa.`,
    away_no_clock: (name) => `${name} non c’è. Il tavolo aspetta.`,
    house: (name) => `${name} non c’è: gioca la casa.`,
    house_for_me: 'La casa sta giocando per te. Fai una mossa e il posto torna tuo.',
  },
  units: {
    points: (count) => plural(count, { one: '# punto', other: '# punti' }),
    games: (count) => plural(count, { one: '# partita', other: '# partite' }),
  },
};
