import { type Bilingual } from './bilingual.js';

/** Names of venues; `*` is replaced by a family or street name. */
export const VENUES: readonly Bilingual[] = [
  ['* Hall', 'Salle *'],
  ['* Theatre', 'Théâtre *'],
  ['* Community Centre', 'Centre communautaire *'],
  ['* Public Library', 'Bibliothèque publique *'],
  ['* Park', 'Parc *'],
  ['* Gallery', 'Galerie *'],
  ['* Arena', 'Aréna *'],
  ['Café *', 'Café *'],
  ['* Museum', 'Musée *'],
  ['* School', 'École *'],
  ['* Brewery', 'Brasserie *'],
  ['* Gardens', 'Jardins *'],
];

export const ORGANIZERS: readonly Bilingual[] = [
  ['* Music Society', 'Société musicale *'],
  ['Friends of the * Library', 'Les Amis de la bibliothèque *'],
  ['* Arts Council', 'Conseil des arts *'],
  ['* Historical Society', 'Société d’histoire *'],
  ['* Theatre Company', 'Compagnie de théâtre *'],
  ['* Outing Club', 'Club de plein air *'],
  ['* Business Association', 'Association des gens d’affaires *'],
  ['* Family Centre', 'Centre familial *'],
  ['* Cultural Foundation', 'Fondation culturelle *'],
  ['* Garden Club', 'Cercle d’horticulture *'],
];

/** Costs in the stored form, which is independent of the language. */
export const COSTS: readonly string[] = [
  ...['0', '0', '0', '0', '5', '8', '10', '12', '12.50', '15', '18', '20', '22', '25', '30', '35', '39.95', '48', '60'],
  ...['0 - 10', '5 - 10', '10 - 15', '12 - 18', '15 - 25', '20 - 35', '25 - 60', '10, 15, 20', '0, 5, 10'],
  ...['15 EUR', '20 - 30 USD', 'Pay what you can / Contribution volontaire'],
];
