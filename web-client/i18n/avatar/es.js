// @ts-check
// Textos para elegir un avatar.
/** @type {typeof import('./en.js').words} */
export const words = {
  face: 'Cara',
  colour: 'Color',
  faces: ['Zorro', 'Búho', 'Gato', 'Oso', 'Rana', 'Conejo', 'León', 'Panda', 'Elefante', 'Pulpo', 'Perro', 'Toro'],
  colours: ['Rojo', 'Azul', 'Oliva', 'Violeta', 'Verde', 'Marrón', 'Índigo', 'Ciruela'],
};
