// @ts-check
import { speaking } from '../language.js';
import { words as proof } from '../proof/es.js';

const { text } = speaking('es');
const { own } = proof;

/** @type {typeof import('./en.js').words} */
export const words = {
  title: 'Verificador de Cubilete',
  lead: 'Comprueba los dados de una partida guardada en este navegador. Esta página no tiene red: nada sale de tu aparato.',
  record: 'Registro de una partida',
  record_hint: 'El archivo que te dio «Guardar el registro» o «Guardar registro y notas» en la página de la partida, o la respuesta de /api/v1/matches/ID.',
  notes: 'Tus notas, si las tienes',
  notes_hint: 'Las notas de tu programa, si son un archivo aparte. Muestran que el registro es la partida que jugaste.',
  drop: 'También puedes soltar los archivos en cualquier lugar de esta página.',
  own: {
    ...own,
    past: text('Las últimas partidas de tus notas ({of}): interrumpidas {broken}, abandonadas por jugadores {abandoned}.'),
    agrees: (/** @type {number} */ agree, /** @type {number} */ entries) =>
      `Lo que viste coincide con tus notas en ${agree} de ${entries} jugadas. Solo «cubilete verify» conoce también las reglas.`,
    unchecked: 'Tus secretos coinciden con tus notas. Lo que viste no se ha comprobado.',
    differs: 'No creas este registro: no es lo que dicen tus notas.',
    missing: 'Sin tus notas, esta página puede decir que el registro no se contradice, pero no que sea la partida que se jugó.',
    damaged: 'Tus notas están dañadas. Esta página puede decir que el registro no se contradice, pero no que sea la partida que se jugó.',
  },
  unreadable: (file) => `${file} no es JSON, así que no es el registro de una partida.`,
  other_notes: (match) => `Estas notas no tienen la partida ${match}.`,
  of_match: (match) => `Partida ${match}`,
  no_rules: 'Esta página no sabe reglas. La orden «cubilete verify ARCHIVO» además vuelve a jugar la partida según las reglas.',
};
