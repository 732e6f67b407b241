import { type SampleEvent } from './sample-records.js';

/** Concerts, plays and films. */
export const stageEvents: readonly SampleEvent[] = [
  {
    translations: {
      en: {
        title: 'Jazz at the Mill: The Nadia Haddad Quartet',
        image_alt: 'Four musicians on a dark stage',
        excerpt: '<p>Oud, double bass, drums and a piano that has seen everything.</p>',
        description:
          '<p>Nadia Haddad grew up between Beirut and Gatineau, and so do her tunes. The quartet plays two sets from the new album <em>Confluence</em>.</p><p>Doors open at 7 p.m.; the bar in the wheel room stays open until midnight.</p>',
      },
      fr: {
        title: 'Jazz au Moulin : le quatuor de Nadia Haddad',
        image_alt: 'Quatre musiciens sur une scène sombre',
        excerpt: '<p>Oud, contrebasse, batterie et un piano qui en a vu d’autres.</p>',
        description:
          '<p>Nadia Haddad a grandi entre Beyrouth et Gatineau, et sa musique aussi. Le quatuor joue en deux temps les pièces du nouvel album <em>Confluence</em>.</p><p>Ouverture des portes à 19 h; le bar de la salle de la roue reste ouvert jusqu’à minuit.</p>',
      },
    },
    when: (days) => [`${days.on('friday', 1)} 20:00`, `${days.on('friday', 1)} 22:30`],
    venue: 'mill',
    organizer: 'arts',
    categories: ['Jazz'],
    tags: ['live music', 'wheelchair accessible'],
    fields: {
      cost: '25 - 35',
      featured: true,
      ticketed: true,
      show_map: true,
      show_map_link: true,
      website: 'https://example.com/jazz-at-the-mill',
      image: {
        url: 'https://example.com/images/haddad-quartet.jpg',
        width: 1600,
        height: 1067,
      },
    },
  },
  {
    translations: {
      en: {
        title: 'Open Mic Night',
        description: '<p>Five minutes each, any language, any form. Sign up at the bar from 6:30 p.m.</p>',
      },
      fr: {
        title: 'Soirée micro ouvert',
        description: '<p>Cinq minutes chacun, toute langue, toute forme. Inscription au bar dès 18 h 30.</p>',
      },
    },
    when: (days) => [`${days.at(0)} 19:00`, `${days.at(0)} 22:00`],
    venue: 'mill',
    organizer: 'arts',
    categories: ['Stage', 'Music'],
    tags: ['free', 'bilingual', 'food and drink'],
    fields: { cost: 'free', sticky: true },
  },
  {
    translations: {
      fr: {
        title: 'Les Cordes du fleuve jouent Schubert',
        excerpt: '<p>Le quintette à deux violoncelles, précédé d’une œuvre inédite de Claire Desjardins.</p>',
        description:
          '<p>L’orchestre de chambre ouvre sa saison à Port-Lumière avec le <em>Quintette en do majeur</em>. En première partie : « Marées », commande de l’ensemble à la compositrice Claire Desjardins.</p><p>Le dernier traversier vers Belle-Rive part à 22 h 45.</p>',
      },
    },
    when: (days) => [`${days.on('saturday', 2)} 19:30`, `${days.on('saturday', 2)} 21:30`],
    venue: 'maison',
    organizer: 'cordes',
    categories: ['Classical'],
    tags: ['live music', 'en français'],
    fields: { cost: '15, 22, 30', ticketed: true, show_map: true, website: 'https://example.com/cordes/schubert' },
  },
  {
    translations: {
      en: {
        title: 'An Evening of Song: Olivia Brown and James Okafor',
        description:
          '<p>Art songs from three continents, with James Okafor at the piano. A conversation with the artists follows in the foyer.</p>',
      },
    },
    when: (days) => [`${days.on('thursday', 3)} 19:30`, `${days.on('thursday', 3)} 21:45`],
    venue: 'lakeview',
    organizer: 'arts',
    categories: ['Classical'],
    tags: ['live music', 'in English'],
    fields: { cost: '$48.50', ticketed: true, website: 'https://example.com/lakeview/evening-of-song' },
  },
  {
    translations: {
      en: {
        title: 'Kitchen Party',
        description: '<p>Fiddles, spoons, step dancing. Bring an instrument, or a dish to share.</p>',
      },
      fr: {
        title: 'Veillée dans la cuisine',
        description: '<p>Violons, cuillères et gigue. Apportez un instrument ou un plat à partager.</p>',
      },
    },
    when: (days) => [`${days.on('saturday', 3)} 19:00`, `${days.on('saturday', 3)} 23:30`],
    venue: 'mill',
    organizer: 'arts',
    categories: ['Folk', 'Dance'],
    tags: ['live music', 'food and drink', 'bilingual'],
    fields: { cost: 'Pay what you can / Contribution volontaire' },
  },
  {
    translations: {
      en: {
        title: 'The Lighthouse Keeper’s Daughter',
        image_alt: 'A lighthouse in a snowstorm',
        excerpt: '<p>A new play about a storm, a radio and two languages.</p>',
        description:
          '<p>Winter 1929: the radio is silent, the ferry is late, and the keeper’s daughter is the only one who understands both sides of the river. By Rachel Fraser; directed by Théo Lachance.</p><p>In English, with French surtitles on Friday.</p>',
      },
      fr: {
        title: 'La fille du gardien de phare',
        image_alt: 'Un phare dans une tempête de neige',
        excerpt: '<p>Une nouvelle pièce sur une tempête, une radio et deux langues.</p>',
        description:
          '<p>Hiver 1929 : la radio se tait, le traversier tarde, et la fille du gardien est la seule à comprendre les deux rives. Texte de Rachel Fraser, mise en scène de Théo Lachance.</p><p>En anglais, avec surtitres français le vendredi.</p>',
      },
    },
    when: (days) => [`${days.on('thursday', 4)} 19:30`, `${days.plus(days.on('thursday', 4), 2)} 22:00`],
    venue: 'mill',
    organizer: 'arts',
    categories: ['Theatre'],
    tags: ['wheelchair accessible', 'bilingual'],
    fields: {
      cost: '20 - 32',
      featured: true,
      ticketed: true,
      show_map: true,
      show_map_link: true,
      image: { url: 'https://example.com/images/lighthouse.jpg' },
    },
  },
  {
    translations: {
      en: { title: 'Improv Duel', description: '<p>Two teams, one bell, suggestions from the audience.</p>' },
      fr: { title: 'Match d’improvisation', description: '<p>Deux équipes, une cloche, les idées du public.</p>' },
    },
    when: (days) => [`${days.on('friday', 2)} 20:00`, `${days.on('friday', 2)} 22:00`],
    venue: 'mill',
    organizer: 'arts',
    categories: ['Comedy', 'Theatre'],
    tags: ['bilingual'],
    fields: { cost: 12, ticketed: true },
  },
  {
    translations: {
      en: {
        title: 'River Films: “The Log Drivers”',
        description:
          '<p>Restored footage from 1938 with live accordion. The archivist Mei Zhang introduces the film.</p>',
      },
      fr: {
        title: 'Films de la rivière : « Les draveurs »',
        description:
          '<p>Des images restaurées de 1938, accompagnées à l’accordéon. L’archiviste Mei Zhang présente le film.</p>',
      },
    },
    when: (days) => [`${days.on('tuesday', 1)} 19:00`, `${days.on('tuesday', 1)} 21:00`],
    venue: 'library',
    organizer: 'friends',
    categories: ['Film', 'Heritage'],
    tags: ['wheelchair accessible'],
    fields: { cost: '5' },
  },
  {
    translations: {
      en: {
        title: 'Noon Organ Recital',
        description: '<p>Forty minutes of Bach and Boulanger. Bring your lunch.</p>',
      },
      fr: {
        title: 'Récital d’orgue du midi',
        description: '<p>Quarante minutes de Bach et de Boulanger. Apportez votre dîner.</p>',
      },
    },
    when: (days) => [`${days.at(-5)} 12:10`, `${days.at(-5)} 12:50`],
    venue: 'lakeview',
    organizer: 'arts',
    categories: ['Classical'],
    tags: ['free', 'live music'],
    fields: { cost: 'free' },
  },
  {
    translations: {
      en: {
        title: 'Swing Dance for Beginners',
        description: '<p>No partner needed. Wear shoes that slide.</p>',
      },
      fr: {
        title: 'Danse swing pour débutants',
        description: '<p>Pas besoin de partenaire. Portez des souliers qui glissent.</p>',
      },
    },
    when: (days) => [`${days.on('monday', 1)} 19:00`, `${days.on('monday', 1)} 20:30`],
    venue: 'mill',
    organizer: 'arts',
    categories: ['Dance', 'Workshops'],
    tags: ['registration'],
    fields: { cost: '10' },
  },
];
