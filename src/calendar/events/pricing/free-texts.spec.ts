import { statesFree } from './free-texts.js';

it.each([
  'Entrée libre',
  'ENTRÉE GRATUITE',
  'Free admission',
  'Free entry!',
  'Admission is free.',
  'Accès libre et gratuit',
  'L’entrée est gratuite',
  'Gratuit pour tous',
  'Free of charge',
  'No cover charge',
  'Entrée libre, sur réservation',
  'Entrée libre (dons bienvenus)',
  'Free – donations welcome',
  'Free admission, registration required',
  'Entrée\u00a0libre / contribution volontaire',
])('“%s” is free', (text) => expect(statesFree(text)).toBe(true));

it.each([
  'Free for children',
  'Free parking',
  'Gratuit pour les moins de 12 ans',
  'Entrée libre pour les membres',
  'Free admission for members',
  'Not free',
  'Free admission before 8 pm',
  'Entrée gratuite le dimanche',
  'Libre choix du prix',
  'Sugar-free cooking class, ask at the door',
  '',
])('“%s” is not', (text) => expect(statesFree(text)).toBe(false));
