// @ts-check
// Texts of the choice of an avatar.
export const words = {
  face: 'Face',
  colour: 'Colour',
  faces: ['Fox', 'Owl', 'Cat', 'Bear', 'Frog', 'Rabbit', 'Lion', 'Panda', 'Elephant', 'Octopus', 'Dog', 'Bull'],
  colours: ['Red', 'Blue', 'Olive', 'Violet', 'Green', 'Brown', 'Indigo', 'Plum'],
};
