// @ts-check
// Ciò che si chiede prima di fare qualcosa che non si può annullare.
/** @type {typeof import('./en.js').words} */
export const words = {
  kick: (name) => `Togliere ${name} dal tavolo?`,
  kick_hint: 'Può tornare con il link.',
  ban: (name) => `Non far più entrare ${name}?`,
  ban_hint: 'Non potrà più tornare a questo tavolo.',
  vote_out: (name) => `Liberare il posto di ${name}?`,
  vote_out_hint: 'Si libera appena lo chiede più di metà dei presenti.',
  make_host: (name) => `Affidare il tavolo a ${name}?`,
  make_host_hint: 'Non potrai più iniziare le partite né cambiare il tavolo: lo farà chi ospita.',
  leave_hint: {
    plays: 'La casa giocherà per te finché non torni.',
    ends: 'Nessun altro gioca a questo tavolo: la partita finisce subito.',
    unsure: 'La casa giocherà per te finché non torni. Se non gioca più nessun altro, la partita finisce.',
  },
  unsaved: 'Giocare senza le tue modifiche?',
  unsaved_hint: 'Ciò che hai cambiato del tavolo non è ancora salvato.',
  unsaved_yes: 'Gioca senza',
  vanish: 'Cancellarti per sempre?',
  vanish_hint: 'Il tuo nome diventa «guest» ovunque, i tuoi posti passano al banco e nessuno può riportarti indietro, nemmeno tu.',
  vanish_yes: 'Sì, cancellami per sempre',
};
