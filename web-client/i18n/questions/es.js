// @ts-check
// Lo que se pregunta antes de hacer algo que no tiene vuelta atrás.
/** @type {typeof import('./en.js').questions} */
export const questions = {
  kick: (name) => `¿Sacar a ${name} de la mesa?`,
  kick_hint: 'Puede volver con el enlace.',
  ban: (name) => `¿No dejar volver a ${name}?`,
  ban_hint: 'No podrá entrar más en esta mesa.',
  vote_out: (name) => `¿Liberar el lugar de ${name}?`,
  vote_out_hint: 'Queda libre en cuanto lo pida más de la mitad de quienes están aquí.',
  make_host: (name) => `¿Dejar la mesa a cargo de ${name}?`,
  make_host_hint: 'Ya no podrás empezar partidas ni cambiar la mesa: lo hará quien quede a cargo.',
  /** @param {string} name */
  report: (name) => `¿Denunciar a ${name}?`,
  report_hint: 'Quien administra este servidor recibe las últimas líneas del chat, los nombres y la partida. El jugador no se entera.',
  report_about: 'De qué se trata',
  report_subjects: { chat: 'el chat', name: 'el nombre', play: 'el juego' },
  report_text: 'Qué ha pasado',
  report_yes: 'Enviar a quien administra',
  report_arrived: 'Ha llegado: quien administra lo mirará.',
  house_word: 'La palabra de la casa',
  house_word_hint: 'Aquí solo abren mesas quienes conocen una palabra; quien te invitó puede decírtela. Después pulsa el botón otra vez.',
  house_word_label: 'Palabra',
  house_word_yes: 'Guardarla',
  leave_hint: {
    plays: 'La computadora jugará por ti hasta que vuelvas.',
    ends: 'Nadie más juega en esta mesa: la partida se acaba en el acto.',
    unsure: 'La computadora jugará por ti hasta que vuelvas. Si ya no juega nadie más, la partida se acaba.',
  },
  unsaved: '¿Jugar sin tus cambios?',
  unsaved_hint: 'Los cambios de la mesa todavía no están guardados.',
  unsaved_yes: 'Jugar sin ellos',
  vanish: '¿Borrarte para siempre?',
  vanish_hint: 'Tu nombre pasa a ser «guest» en todas partes, la computadora ocupa tus lugares y nadie puede traerte de vuelta, ni siquiera tú.',
  vanish_yes: 'Sí, bórrame para siempre',
  not_copied: 'No se ha copiado',
  not_copied_hint: 'Tu navegador no deja copiar a esta página.',
  copy_by_hand: 'Cópialo a mano',
};
