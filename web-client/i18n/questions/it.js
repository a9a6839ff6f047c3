// @ts-check
// Ciò che si chiede prima di fare qualcosa che non si può annullare.
/** @type {typeof import('./en.js').questions} */
export const questions = {
  kick: (name) => `Togliere ${name} dal tavolo?`,
  kick_hint: 'Può tornare con il link.',
  ban: (name) => `Non far più entrare ${name}?`,
  ban_hint: 'Non potrà più tornare a questo tavolo.',
  vote_out: (name) => `Liberare il posto di ${name}?`,
  vote_out_hint: 'Si libera appena lo chiede più di metà dei presenti.',
  make_host: (name) => `Affidare il tavolo a ${name}?`,
  make_host_hint: 'Non potrai più iniziare le partite né cambiare il tavolo: lo farà chi ospita.',
  /** @param {string} name */
  report: (name) => `Segnalare ${name}?`,
  report_hint: 'Chi gestisce questo server riceve le ultime righe della chat, i nomi e la partita. Il giocatore non lo viene a sapere.',
  report_about: 'Di che si tratta',
  report_subjects: { chat: 'la chat', name: 'il nome', play: 'il gioco' },
  report_text: 'Che cosa è successo',
  report_yes: 'Invia a chi gestisce',
  report_arrived: 'È arrivata: chi gestisce la guarderà.',
  house_word: 'La parola della casa',
  house_word_hint: 'Qui apre tavoli solo chi conosce una parola; può dirtela chi ti ha invitato. Poi premi di nuovo il pulsante.',
  house_word_label: 'Parola',
  house_word_yes: 'Conservala',
  leave_hint: {
    plays: 'Il computer giocherà per te finché non torni.',
    ends: 'Nessun altro gioca a questo tavolo: la partita finisce subito.',
    unsure: 'Il computer giocherà per te finché non torni. Se non gioca più nessun altro, la partita finisce.',
  },
  unsaved: 'Giocare senza le tue modifiche?',
  unsaved_hint: 'Ciò che hai cambiato del tavolo non è ancora salvato.',
  unsaved_yes: 'Gioca senza',
  vanish: 'Cancellarti per sempre?',
  vanish_hint: 'Il tuo nome diventa «guest» ovunque, i tuoi posti passano al computer e nessuno può riportarti indietro, nemmeno tu.',
  vanish_yes: 'Sì, cancellami per sempre',
  not_copied: 'Non copiato',
  not_copied_hint: 'Il tuo browser non permette a questa pagina di copiare.',
  copy_by_hand: 'Copialo a mano',
};
