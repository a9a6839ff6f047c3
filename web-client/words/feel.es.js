// @ts-check
// Lo que la página dice de sí misma y lo que se dice de un lado a otro de la mesa.

import { speaking } from '../language.js';

const { plural } = speaking('es');

/** @type {typeof import('./feel.en.js').words} */
export const words = {
  settings: {
    title: 'Ajustes',
    close: 'Cerrar',
    theme: 'Colores',
    themes: { auto: 'Automáticos', light: 'Claros', dark: 'Oscuros' },
    sound: 'Sonidos',
    buzz: 'Vibrar cuando me toca',
    awake: 'No apagar la pantalla mientras juego',
    call: 'Avisarme cuando me toca',
    hidden: 'Ocultar los códigos de mesa, para emitir en directo',
    blocked: 'Tu navegador no deja que esta página te avise.',
  },
  call: {
    offer: '¿Te vas a otra página? Podemos llamarte cuando te toque.',
    yes: 'Llámame',
    no: 'No, gracias',
  },
  chat: {
    react: 'Reaccionar',
    phrases: ['¡Bien jugado!', '¡Buena partida!', '¡Uy!', '¡Dale!'],
    mute: 'Silenciar a alguien',
    muted: (name) => `Silenciar a ${name}`,
    muted_hint: 'Ya no ves lo que escribe. No se entera.',
  },
  table: {
    away: (name) => `${name} no está. Si se acaba el tiempo, juega la casa.`,
    away_no_clock: (name) => `${name} no está. La mesa espera.`,
    house: (name) => `${name} no está: juega la casa.`,
    house_for_me: 'La casa está jugando por ti. Haz una jugada y el lugar vuelve a ser tuyo.',
  },
  units: {
    points: (count) => plural(count, { one: '# punto', other: '# puntos' }),
    games: (count) => plural(count, { one: '# partida', other: '# partidas' }),
  },
};
