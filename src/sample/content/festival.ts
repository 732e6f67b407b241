import { type Days } from './days.js';
import { type SampleEvent } from './sample-records.js';

const AT_THE_SQUARE = { show_map: true, show_map_link: true };

const opening = (days: Days) => days.on('friday', 5);

/** A festival of three days, with what belongs to it. */
export const festivalEvents: readonly SampleEvent[] = [
  {
    key: 'festival',
    translations: {
      en: {
        title: 'Two Shores Festival',
        image_alt: 'A ferry hung with lanterns',
        excerpt: '<p>Three days of music, food and ferries between Belle-Rive and Port-Lumière.</p>',
        description:
          '<p>For the eleventh time the two towns share one festival. The ferry runs every twenty minutes and is <strong>free for everybody with an instrument</strong>.</p><ul><li>Friday: opening parade</li><li>Saturday: children’s day and the long table</li><li>Sunday: closing concert</li></ul>',
      },
      fr: {
        title: 'Festival des deux rives',
        image_alt: 'Un traversier décoré de lanternes',
        excerpt: '<p>Trois jours de musique, de cuisine et de traversiers entre Belle-Rive et Port-Lumière.</p>',
        description:
          '<p>Pour la onzième fois, les deux villes partagent un même festival. Le traversier passe toutes les vingt minutes et il est <strong>gratuit pour quiconque porte un instrument</strong>.</p><ul><li>Vendredi : défilé d’ouverture</li><li>Samedi : journée des enfants et grande tablée</li><li>Dimanche : concert de clôture</li></ul>',
      },
    },
    when: (days) => [opening(days), days.plus(opening(days), 2)],
    venue: 'square',
    organizer: 'town',
    categories: ['Community', 'Music'],
    tags: ['outdoors', 'bilingual', 'food and drink', 'live music'],
    fields: {
      ...AT_THE_SQUARE,
      all_day: true,
      featured: true,
      sticky: true,
      cost: 'free',
      website: 'https://example.com/two-shores',
      image: {
        url: 'https://example.com/images/two-shores.jpg',
        width: 1920,
        height: 1080,
      },
    },
  },
  {
    parent: 'festival',
    translations: {
      en: { title: 'Two Shores: Opening Parade', description: '<p>From the arena to the square, with lanterns.</p>' },
      fr: {
        title: 'Deux rives : défilé d’ouverture',
        description: '<p>De l’aréna à la place, avec des lanternes.</p>',
      },
    },
    when: (days) => [`${opening(days)} 18:00`, `${opening(days)} 19:30`],
    venue: 'square',
    organizer: 'town',
    categories: ['Community'],
    tags: ['free', 'outdoors'],
    fields: { ...AT_THE_SQUARE, cost: 'free' },
  },
  {
    parent: 'festival',
    translations: {
      en: {
        title: 'Two Shores: The Long Table',
        description: '<p>Two hundred seats in one row, soup from both towns. Children eat free.</p>',
      },
      fr: {
        title: 'Deux rives : la grande tablée',
        description:
          '<p>Deux cents places en une seule rangée, des soupes des deux villes. Gratuit pour les enfants.</p>',
      },
    },
    when: (days) => [`${days.plus(opening(days), 1)} 12:00`, `${days.plus(opening(days), 1)} 15:00`],
    venue: 'square',
    organizer: 'farmers',
    categories: ['Community', 'Family'],
    tags: ['food and drink', 'registration'],
    fields: { ...AT_THE_SQUARE, cost: '0 - 18', ticketed: true },
  },
  {
    parent: 'festival',
    translations: {
      en: {
        title: 'Two Shores: Closing Concert',
        description: '<p>The fiddlers of Belle-Rive and Les Cordes du fleuve share one stage.</p>',
      },
      fr: {
        title: 'Deux rives : concert de clôture',
        description: '<p>Les violoneux de Belle-Rive et Les Cordes du fleuve sur une même scène.</p>',
      },
    },
    when: (days) => [`${days.plus(opening(days), 2)} 17:00`, `${days.plus(opening(days), 2)} 19:00`],
    venue: 'maison',
    organizer: 'cordes',
    categories: ['Folk', 'Classical'],
    tags: ['live music'],
    fields: { ...AT_THE_SQUARE, cost: '15' },
  },
];
