import { type Bilingual } from './bilingual.js';

/** A category with those below it. */
export interface Branch {
  readonly name: Bilingual;
  readonly below?: readonly Branch[];
}

const leaf = (english: string, french: string): Branch => ({ name: [english, french] });
const branch = (english: string, french: string, ...below: Branch[]): Branch => ({ name: [english, french], below });

export const CATEGORIES: readonly Branch[] = [
  branch(
    'Music',
    'Musique',
    branch('Classical', 'Classique', leaf('Chamber music', 'Musique de chambre'), leaf('Choirs', 'Chorales')),
    branch('Jazz & blues', 'Jazz et blues', leaf('Big bands', 'Grands ensembles')),
    leaf('Folk and traditional', 'Folk et traditionnel'),
    leaf('Rock and pop', 'Rock et pop'),
  ),
  branch(
    'Stage',
    'Scène',
    branch('Theatre', 'Théâtre', leaf('Improvisation', 'Improvisation')),
    leaf('Dance', 'Danse'),
    leaf('Comedy', 'Humour'),
    leaf('Circus', 'Cirque'),
  ),
  branch(
    'Visual arts',
    'Arts visuels',
    branch('Exhibitions', 'Expositions', leaf('Photography', 'Photographie')),
    leaf('Film', 'Cinéma'),
    leaf('Crafts', 'Métiers d’art'),
  ),
  branch(
    'Words',
    'Lettres',
    leaf('Readings', 'Lectures'),
    leaf('Poetry', 'Poésie'),
    leaf('Lectures', 'Conférences'),
    leaf('Languages', 'Langues'),
  ),
  branch(
    'Family',
    'Famille',
    leaf('Toddlers', 'Tout-petits'),
    leaf('Teens', 'Adolescents'),
    leaf('School breaks', 'Congés scolaires'),
  ),
  branch(
    'Outdoors',
    'Plein air',
    branch('Hikes', 'Randonnées', leaf('Snowshoeing', 'Raquette')),
    leaf('On the water', 'Sur l’eau'),
    leaf('Gardens', 'Jardins'),
  ),
  branch(
    'Sports and games',
    'Sports et jeux',
    leaf('Running', 'Course à pied'),
    leaf('Cycling', 'Vélo'),
    leaf('Tournaments', 'Tournois'),
  ),
  branch(
    'Community',
    'Communauté',
    branch('Markets', 'Marchés', leaf('Food', 'Alimentation')),
    leaf('Meetings', 'Assemblées'),
    leaf('Festivals', 'Festivals'),
  ),
];

const SUBJECTS: readonly Bilingual[] = [
  ['jazz', 'jazz'],
  ['cinema', 'cinéma'],
  ['theatre', 'théâtre'],
  ['dance', 'danse'],
  ['reading', 'lecture'],
  ['gardening', 'jardinage'],
  ['cooking', 'cuisine'],
  ['photography', 'photographie'],
  ['astronomy', 'astronomie'],
  ['poetry', 'poésie'],
  ['local history', 'histoire locale'],
  ['skating', 'patinage'],
  ['hiking', 'randonnée'],
  ['cycling', 'cyclisme'],
  ['yoga', 'yoga'],
  ['chess', 'échecs'],
  ['ceramics', 'céramique'],
  ['choral singing', 'chant choral'],
  ['puppetry', 'marionnettes'],
  ['circus', 'cirque'],
];

/** `*` stands for a subject. */
const MANNERS: readonly Bilingual[] = [
  ['*', '*'],
  ['family *', '* en famille'],
  ['outdoor *', '* en plein air'],
  ['* for children', '* pour enfants'],
  ['* for beginners', '* pour débutants'],
  ['winter *', '* d’hiver'],
  ['summer *', '* d’été'],
  ['* in the park', '* au parc'],
  ['neighbourhood *', '* de quartier'],
  ['evening *', '* en soirée'],
];

/** 200 of them. */
export const TAGS: readonly Bilingual[] = MANNERS.flatMap(([english, french]) =>
  SUBJECTS.map((subject): Bilingual => [english.replace('*', subject[0]), french.replace('*', subject[1])]),
);
