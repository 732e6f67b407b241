import { type Language, type PerLanguage } from '../common/language/language.js';
import { type Kind } from '../common/records/kind.js';
import { type Example } from './openapi.js';
import { type Route } from './routes.js';
import { type Words } from './texts/words.js';

type Bodies = Readonly<Record<'short' | 'full' | 'update', object>>;

const dates = { start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' };

/** Bodies that a service with an administrator's key accepts as they are, by kind. */
const bodies: PerLanguage<Readonly<Record<string, Bodies>>> = {
  en: {
    event: {
      short: { title: 'Summer concert', ...dates },
      full: {
        title: 'Summer concert',
        ...dates,
        description: '<p>Jazz under the open sky.</p>',
        cost: '20 - 35',
        venue: [{ venue: 'Massey Hall', city: 'Toronto' }],
        categories: ['Music'],
        tags: ['outdoors'],
        translations: { fr: { title: 'Concert d’été' } },
      },
      update: { cost: 'free', featured: true },
    },
    venue: {
      short: { venue: 'Massey Hall' },
      full: {
        venue: 'Massey Hall',
        address: '178 Victoria Street',
        city: 'Toronto',
        province: 'Ontario',
        country: 'Canada',
      },
      update: { phone: '+1 416 555 0100' },
    },
    organizer: {
      short: { organizer: 'Massey Hall Foundation' },
      full: {
        organizer: 'Massey Hall Foundation',
        email: 'office@example.com',
        website: 'https://example.com/foundation',
      },
      update: { phone: '+1 416 555 0100' },
    },
    category: {
      short: { name: 'Chamber music' },
      full: { name: 'Opera', description: '<p>Sung from end to end.</p>', translations: { fr: { name: 'Opéra' } } },
      update: { description: '<p>For small rooms.</p>' },
    },
    tag: {
      short: { name: 'under the stars' },
      full: { name: 'for children', translations: { fr: { name: 'pour enfants' } } },
      update: { description: '<p>Bring a blanket.</p>' },
    },
  },
  fr: {
    event: {
      short: { title: 'Concert d’été', ...dates },
      full: {
        title: 'Concert d’été',
        ...dates,
        description: '<p>Du jazz à ciel ouvert.</p>',
        cost: '20 - 35',
        venue: [{ venue: 'Massey Hall', city: 'Toronto' }],
        categories: ['Musique'],
        tags: ['plein air'],
        translations: { en: { title: 'Summer concert' } },
      },
      update: { cost: 'gratuit', featured: true },
    },
    venue: {
      short: { venue: 'Maison symphonique' },
      full: {
        venue: 'Maison symphonique',
        address: '1600, rue Saint-Urbain',
        city: 'Montréal',
        province: 'Québec',
        country: 'Canada',
      },
      update: { phone: '+1 514 555 0100' },
    },
    organizer: {
      short: { organizer: 'Les Amis de la musique' },
      full: { organizer: 'Les Amis de la musique', email: 'bureau@example.com', website: 'https://example.com/amis' },
      update: { phone: '+1 514 555 0100' },
    },
    category: {
      short: { name: 'Musique de chambre' },
      full: {
        name: 'Danse',
        description: '<p>Sans un mot.</p>',
        translations: { en: { name: 'Dance' } },
      },
      update: { description: '<p>Pour les petites salles.</p>' },
    },
    tag: {
      short: { name: 'sous les étoiles' },
      full: { name: 'entrée libre', translations: { en: { name: 'free entry' } } },
      update: { description: '<p>Apportez une couverture.</p>' },
    },
  },
};

/** The longest example of a body that creates a record; its name comes first. */
export function fullBody(kind: Kind, language: Language): Readonly<Record<string, unknown>> {
  return { ...bodies[language][kind.one]?.full };
}

/** Example bodies of an operation, the first of which Swagger UI offers to send. */
export function bodyExamples({ kind, verb }: Route, words: Words, language: Language): Record<string, Example> {
  const example = (name: keyof Bodies) => {
    const value = kind && bodies[language][kind.one]?.[name];
    return value ? { [name]: { summary: words.examples[name], value } } : {};
  };
  return verb === 'update' ? example('update') : { ...example('short'), ...example('full') };
}
