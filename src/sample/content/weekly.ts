import { type Weekday } from './days.js';
import { type SampleEvent } from './sample-records.js';

/** The same event in several weeks. */
function weekly(
  weekday: Weekday,
  weeks: readonly number[],
  [from, to]: readonly [string, string],
  event: Omit<SampleEvent, 'when'>,
): SampleEvent[] {
  return weeks.map((week) => ({
    ...event,
    when: (days) => [`${days.on(weekday, week)} ${from}`, `${days.on(weekday, week)} ${to}`],
  }));
}

/** A series: eight Saturdays, of which two are over. */
const market = weekly('saturday', [-2], ['08:00', '13:00'], {
  translations: {
    en: {
      title: 'Saturday Farmers’ Market',
      excerpt: '<p>Vegetables, bread, cheese and flowers from within fifty kilometres.</p>',
      description:
        '<p>Some twenty growers and bakers set up between the town hall and the river. Bring a basket: <strong>there are no plastic bags</strong>.</p><p>Coffee from eight, music from ten, knives sharpened all morning.</p>',
    },
    fr: {
      title: 'Marché fermier du samedi',
      excerpt: '<p>Légumes, pains, fromages et fleurs, à moins de cinquante kilomètres.</p>',
      description:
        '<p>Une vingtaine de maraîchers et de boulangers s’installent entre l’hôtel de ville et la rivière. Apportez un panier : <strong>il n’y a pas de sacs de plastique</strong>.</p><p>Café dès huit heures, musique dès dix heures, affûtage de couteaux toute la matinée.</p>',
    },
  },
  venue: 'square',
  organizer: 'farmers',
  categories: ['Farmers’ markets'],
  tags: ['free', 'food and drink', 'every week', 'outdoors'],
  fields: { cost: 'free', show_map: true, show_map_link: true, recurrence: 'FREQ=WEEKLY;BYDAY=SA;COUNT=8' },
});

const conversation = weekly('thursday', [-1, 0, 1, 2, 3, 4], ['18:30', '20:00'], {
  translations: {
    en: {
      title: 'French–English Conversation Circle',
      description:
        '<p>Half an hour in each language, then tea. No level is too low, and nobody corrects you unless you ask.</p>',
    },
    fr: {
      title: 'Cercle de conversation français-anglais',
      description:
        '<p>Une demi-heure dans chaque langue, puis le thé. Aucun niveau n’est trop bas, et personne ne vous corrige, sauf si vous le demandez.</p>',
    },
  },
  venue: 'library',
  organizer: 'friends',
  categories: ['Languages'],
  tags: ['free', 'bilingual', 'every week', 'wheelchair accessible'],
  fields: { cost: 'free' },
});

const stories = [
  ...weekly('wednesday', [0, 2, 4], ['10:00', '10:45'], {
    translations: {
      en: { title: 'Story Time', description: '<p>Picture books and finger rhymes for children from two to five.</p>' },
      fr: {
        title: 'L’heure du conte',
        description: '<p>Albums et comptines pour les enfants de deux à cinq ans, cette fois en anglais.</p>',
      },
    },
    venue: 'library',
    organizer: 'friends',
    categories: ['Story time'],
    tags: ['free', 'for children', 'in English'],
    fields: { cost: 0 },
  }),
  ...weekly('wednesday', [1, 3, 5], ['10:00', '10:45'], {
    translations: {
      fr: {
        title: 'L’heure du conte en français',
        description: '<p>Albums et comptines en français pour les enfants de deux à cinq ans. Doudous bienvenus.</p>',
      },
    },
    venue: 'library',
    organizer: 'friends',
    categories: ['Story time'],
    tags: ['free', 'for children', 'en français'],
    fields: { cost: 0 },
  }),
];

const skating = weekly('sunday', [0, 1, 2, 3], ['13:00', '15:30'], {
  translations: {
    en: {
      title: 'Public Skating',
      description: '<p>Music, hot chocolate and helmets to borrow. Skate rental: $4.</p>',
    },
    fr: {
      title: 'Patinage libre',
      description: '<p>Musique, chocolat chaud et casques à emprunter. Location de patins : 4 $.</p>',
    },
  },
  venue: 'arena',
  organizer: 'town',
  categories: ['Skating', 'Family'],
  tags: ['every week'],
  fields: { cost: '3 - 5' },
});

/** What happens every week. */
export const weeklyEvents: readonly SampleEvent[] = [...market, ...conversation, ...stories, ...skating];
