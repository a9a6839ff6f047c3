// @ts-check
// Lo que se pregunta antes de hacer algo que no tiene vuelta atrás.
/** @type {typeof import('./en.js').words} */
export const words = {
  kick: (name) => `¿Sacar a ${name} de la mesa?`,
  kick_hint: 'Puede volver con el enlace.',
  ban: (name) => `¿No dejar volver a ${name}?`,
  ban_hint: 'No podrá entrar más en esta mesa.',
  vote_out: (name) => `¿Liberar el lugar de ${name}?`,
  vote_out_hint: 'Queda libre en cuanto lo pida más de la mitad de quienes están aquí.',
  make_host: (name) => `¿Dejar la mesa a cargo de ${name}?`,
  make_host_hint: 'Ya no podrás empezar partidas ni cambiar la mesa: lo hará quien quede a cargo.',
  leave_hint: {
    plays: 'La casa jugará por ti hasta que vuelvas.',
    ends: 'Nadie más juega en esta mesa: la partida se acaba en el acto.',
    unsure: 'La casa jugará por ti hasta que vuelvas. Si ya no juega nadie más, la partida se acaba.',
  },
  unsaved: '¿Jugar sin tus cambios?',
  unsaved_hint: 'Los cambios de la mesa todavía no están guardados.',
  unsaved_yes: 'Jugar sin ellos',
  vanish: '¿Borrarte para siempre?',
  vanish_hint: 'Tu nombre pasa a ser «guest» en todas partes, la casa ocupa tus asientos y nadie puede traerte de vuelta, ni siquiera tú.',
  vanish_yes: 'Sí, bórrame para siempre',
};
