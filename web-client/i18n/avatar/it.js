// @ts-check
// Testi per scegliere un avatar.
/** @type {typeof import('./en.js').words} */
export const words = {
  face: 'Faccia',
  colour: 'Colore',
  faces: ['Volpe', 'Gufo', 'Gatto', 'Orso', 'Rana', 'Coniglio', 'Leone', 'Panda', 'Elefante', 'Polpo', 'Cane', 'Toro'],
  colours: ['Rosso', 'Blu', 'Oliva', 'Viola', 'Verde', 'Marrone', 'Indaco', 'Prugna'],
};
