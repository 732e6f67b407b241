import { type SampleCategory, type SampleRecord } from './sample-records.js';

const named = (en: string, fr: string, ...below: SampleCategory[]): SampleCategory => ({ en, fr, below });

export const CATEGORIES: readonly SampleCategory[] = [
  named(
    'Arts and culture',
    'Arts et culture',
    named('Music', 'Musique', named('Jazz', 'Jazz'), named('Classical', 'Classique'), named('Folk', 'Folk')),
    named('Stage', 'Scène', named('Theatre', 'Théâtre'), named('Dance', 'Danse'), named('Comedy', 'Humour')),
    named('Exhibitions', 'Expositions'),
    named('Film', 'Cinéma'),
    named('Books', 'Livres'),
  ),
  named(
    'Community',
    'Communauté',
    named('Markets', 'Marchés', named('Farmers’ markets', 'Marchés fermiers')),
    named('Meetings', 'Assemblées'),
    named('Languages', 'Langues'),
    named('Heritage', 'Patrimoine'),
  ),
  named('Family', 'Famille', named('Story time', 'Heure du conte'), named('Workshops', 'Ateliers')),
  named(
    'Outdoors and sports',
    'Plein air et sports',
    named('Walks', 'Promenades'),
    named('Skating', 'Patinage'),
    named('Astronomy', 'Astronomie'),
  ),
];

const tag = (en: string, fr: string): SampleRecord => ({
  key: en,
  translations: { en: { name: en }, fr: { name: fr } },
});

export const TAGS: readonly SampleRecord[] = [
  tag('free', 'gratuit'),
  tag('outdoors', 'plein air'),
  tag('bilingual', 'bilingue'),
  tag('live music', 'musique en direct'),
  tag('wheelchair accessible', 'accessible en fauteuil roulant'),
  tag('registration', 'sur inscription'),
  tag('for children', 'pour enfants'),
  tag('food and drink', 'à boire et à manger'),
  tag('every week', 'chaque semaine'),
  tag('online', 'en ligne'),
  { key: 'in English', translations: { en: { name: 'in English' } } },
  { key: 'en français', translations: { fr: { name: 'en français' } } },
];
