import { type SampleEvent } from './sample-records.js';

/** Exhibitions, meetings, talks, workshops and outings. */
export const communityEvents: readonly SampleEvent[] = [
  {
    translations: {
      en: {
        title: 'Works on Paper: Kateri Whitecloud',
        image_alt: 'An ink drawing of a river bend',
        excerpt: '<p>Forty drawings of one river, one for each bend.</p>',
        description:
          '<p>Kateri Whitecloud walked the whole length of the river and drew it at every bend. The exhibition follows her downstream through both rooms of the gallery.</p><p>Guided visits on Sundays: in French at 2 p.m., in English at 3 p.m.</p>',
      },
      fr: {
        title: 'Œuvres sur papier : Kateri Whitecloud',
        image_alt: 'Le dessin à l’encre d’un méandre',
        excerpt: '<p>Quarante dessins d’une seule rivière, un pour chaque méandre.</p>',
        description:
          '<p>Kateri Whitecloud a longé la rivière d’un bout à l’autre et l’a dessinée à chaque méandre. L’exposition la suit vers l’aval dans les deux salles de la galerie.</p><p>Visites guidées le dimanche : en français à 14 h, en anglais à 15 h.</p>',
      },
    },
    when: (days) => [days.at(-21), days.at(69)],
    venue: 'gallery',
    organizer: 'arts',
    categories: ['Exhibitions'],
    tags: ['wheelchair accessible', 'bilingual'],
    fields: {
      all_day: true,
      cost: '0 - 8',
      show_map: true,
      show_map_link: true,
      website: 'https://example.com/lantern/whitecloud',
      image: {
        url: 'https://example.com/images/river-drawing.jpg',
        width: 1200,
        height: 1500,
      },
    },
  },
  {
    translations: {
      en: {
        title: 'Town Council Meeting',
        description: '<p>On the agenda: the ferry landing, and the dog by-law again.</p>',
      },
      fr: {
        title: 'Séance du conseil municipal',
        description: '<p>À l’ordre du jour : le débarcadère et, encore, le règlement sur les chiens.</p>',
      },
    },
    when: (days) => [`${days.on('tuesday', 0)} 19:00`, `${days.on('tuesday', 0)} 21:30`],
    venue: 'library',
    organizer: 'town',
    categories: ['Meetings'],
    tags: ['bilingual', 'wheelchair accessible'],
  },
  {
    translations: {
      en: { title: 'Town Council Meeting', description: '<p>Second reading of the budget.</p>' },
      fr: { title: 'Séance du conseil municipal', description: '<p>Deuxième lecture du budget.</p>' },
    },
    when: (days) => [`${days.on('tuesday', 4)} 19:00`, `${days.on('tuesday', 4)} 21:30`],
    venue: 'library',
    organizer: 'town',
    categories: ['Meetings'],
    tags: ['bilingual', 'wheelchair accessible'],
  },
  {
    translations: {
      en: {
        title: 'Repair Café',
        excerpt: '<p>Bring what is broken; take home what works.</p>',
        description: '<p>Toasters, trousers, bicycles. A dozen volunteers, real soldering irons, very good cake.</p>',
      },
      fr: {
        title: 'Café de réparation',
        excerpt: '<p>Apportez ce qui est brisé, repartez avec ce qui fonctionne.</p>',
        description:
          '<p>Grille-pain, pantalons, vélos. Une douzaine de bénévoles, de vrais fers à souder, de très bons gâteaux.</p>',
      },
    },
    when: (days) => [`${days.on('saturday', 1)} 13:30`, `${days.on('saturday', 1)} 16:30`],
    venue: 'library',
    organizer: 'friends',
    categories: ['Workshops', 'Community'],
    tags: ['free', 'bilingual'],
    fields: { cost: 'free' },
  },
  {
    translations: {
      en: {
        title: 'Open-Air Concert: Brass on the Landing',
        excerpt: '<p>Nine brass players, one ferry horn.</p>',
        description: '<p>The town band plays on the ferry landing, with the captain’s kind permission.</p>',
        event_status_reason: 'The river is too high, and the landing is under water. Tickets are refunded.',
      },
      fr: {
        title: 'Concert en plein air : les cuivres au débarcadère',
        excerpt: '<p>Neuf cuivres, une corne de traversier.</p>',
        description: '<p>La fanfare de la ville joue au débarcadère, avec l’aimable permission du capitaine.</p>',
        event_status_reason:
          'La rivière est trop haute, et le débarcadère est sous l’eau. Les billets sont remboursés.',
      },
    },
    when: (days) => [`${days.on('sunday', 1)} 15:00`, `${days.on('sunday', 1)} 16:30`],
    venue: 'square',
    organizer: 'town',
    categories: ['Music'],
    tags: ['live music', 'outdoors'],
    fields: { event_status: 'cancelled', cost: '8', ticketed: true },
  },
  {
    translations: {
      en: {
        title: 'Online Talk: Reading a River',
        excerpt: '<p>What ice, mud and old maps say of the next flood.</p>',
        description:
          '<p>The hydrologist Mei Zhang shows three centuries of maps, and answers questions in both languages.</p>',
      },
      fr: {
        title: 'Causerie en ligne : lire une rivière',
        excerpt: '<p>Ce que la glace, la vase et les vieilles cartes disent de la prochaine crue.</p>',
        description:
          '<p>L’hydrologue Mei Zhang montre trois siècles de cartes, et répond aux questions dans les deux langues.</p>',
      },
    },
    when: (days) => [`${days.on('wednesday', 1)} 19:00`, `${days.on('wednesday', 1)} 20:00`],
    organizer: 'friends',
    categories: ['Heritage'],
    tags: ['free', 'bilingual'],
    fields: { attendance: 'online', online_url: 'https://meet.example.com/reading-a-river', cost: 'free' },
  },
  {
    translations: {
      en: {
        title: 'Used Book Sale',
        description: '<p>Three tonnes of books, one dollar each; on Sunday, by the bag.</p>',
      },
      fr: {
        title: 'Vente de livres d’occasion',
        description: '<p>Trois tonnes de livres à un dollar pièce; le dimanche, c’est au sac.</p>',
      },
    },
    when: (days) => [`${days.on('friday', 3)} 10:00`, `${days.plus(days.on('friday', 3), 2)} 16:00`],
    venue: 'library',
    organizer: 'friends',
    categories: ['Books'],
    tags: ['wheelchair accessible'],
    fields: { cost: '1' },
  },
  {
    translations: {
      en: {
        title: 'Heritage Day',
        description: '<p>Open doors from the mill to the ferry landing, blacksmith included.</p>',
      },
      fr: {
        title: 'Journée du patrimoine',
        description: '<p>Portes ouvertes du moulin au débarcadère, forgeron compris.</p>',
      },
    },
    when: (days) => [days.on('sunday', 4), days.on('sunday', 4)],
    venue: 'mill',
    organizer: 'town',
    categories: ['Heritage', 'Family'],
    tags: ['free', 'outdoors', 'for children'],
    fields: { all_day: true, cost: 'free', featured: true },
  },
  {
    translations: {
      en: {
        title: 'The Night the Clocks Change',
        excerpt: '<p>Stargazing from dusk to breakfast, whatever the clock says.</p>',
        description:
          '<p>On the hill of Riverside Park we watch the sky through the night in which the hour jumps. Blankets and telescopes are provided; pancakes at eight.</p>',
      },
      fr: {
        title: 'La nuit du changement d’heure',
        excerpt: '<p>Les étoiles, de la tombée du jour au déjeuner, quoi qu’en dise l’horloge.</p>',
        description:
          '<p>Sur la colline du parc Riverain, nous observons le ciel toute la nuit où l’heure saute. Couvertures et télescopes fournis; crêpes à huit heures.</p>',
      },
    },
    when: (days) => [
      `${days.plus(days.clockChange('America/Toronto'), -1)} 21:00`,
      `${days.clockChange('America/Toronto')} 09:00`,
    ],
    venue: 'park',
    organizer: 'outing',
    categories: ['Astronomy'],
    tags: ['outdoors', 'registration'],
    fields: { timezone: 'America/Toronto', cost: '10', show_map: true },
  },
  {
    translations: {
      en: {
        title: 'Online: The Bookbinders of Rue Mouffetard',
        description: '<p>A visit by video to a workshop in Paris. In French with English interpretation.</p>',
      },
      fr: {
        title: 'En ligne : les relieurs de la rue Mouffetard',
        description: '<p>Visite vidéo d’un atelier parisien. En français, avec interprétation vers l’anglais.</p>',
      },
    },
    when: (days) => [`${days.on('wednesday', 2)} 18:00`, `${days.on('wednesday', 2)} 19:15`],
    organizer: 'friends',
    categories: ['Books', 'Heritage'],
    tags: ['online', 'bilingual', 'registration'],
    fields: { timezone: 'Europe/Paris', cost: '12 EUR', website: 'https://example.com/mouffetard' },
  },
  {
    translations: {
      en: { title: 'Bird Walk', description: '<p>Five easy kilometres along the river. Binoculars to borrow.</p>' },
      fr: {
        title: 'Sortie d’observation d’oiseaux',
        description: '<p>Cinq kilomètres faciles le long de la rivière. Jumelles à emprunter.</p>',
      },
    },
    when: (days) => [`${days.on('sunday', 1)} 07:00`, `${days.on('sunday', 1)} 09:30`],
    venue: 'park',
    organizer: 'outing',
    categories: ['Walks'],
    tags: ['free', 'outdoors'],
    fields: { cost: 'free', show_map: true, show_map_link: true },
  },
  {
    translations: {
      en: {
        title: 'History Walk: Mills, Fires, Families',
        description: '<p>Two hours and a hill or two, with stories that are in no guidebook.</p>',
      },
    },
    when: (days) => [`${days.on('saturday', 4)} 14:00`, `${days.on('saturday', 4)} 16:00`],
    venue: 'mill',
    organizer: 'outing',
    categories: ['Walks', 'Heritage'],
    tags: ['outdoors', 'in English'],
    fields: { cost: '8' },
  },
  {
    translations: {
      fr: {
        title: 'Atelier de reliure',
        description: '<p>On repart avec un carnet cousu à la main. Douze places.</p>',
      },
    },
    when: (days) => [`${days.on('saturday', 5)} 10:00`, `${days.on('saturday', 5)} 15:00`],
    venue: 'maison',
    organizer: 'friends',
    categories: ['Workshops'],
    tags: ['registration', 'en français'],
    fields: { cost: '45', ticketed: true },
  },
  {
    translations: {
      en: { title: 'Bread for Families', description: '<p>Knead at ten, eat at noon. Aprons in every size.</p>' },
      fr: {
        title: 'Le pain en famille',
        description: '<p>On pétrit à dix heures, on mange à midi. Tabliers de toutes tailles.</p>',
      },
    },
    when: (days) => [`${days.on('saturday', 2)} 10:00`, `${days.on('saturday', 2)} 12:30`],
    venue: 'square',
    organizer: 'farmers',
    categories: ['Family', 'Workshops'],
    tags: ['for children', 'food and drink', 'registration'],
    fields: { cost: '12, 20' },
  },
  {
    translations: {
      en: { title: 'Book Club: Two Solitudes', description: '<p>Read it in either language; we talk in both.</p>' },
      fr: {
        title: 'Club de lecture : Deux solitudes',
        description: '<p>Lu dans une langue ou l’autre; on en parle dans les deux.</p>',
      },
    },
    when: (days) => [`${days.on('monday', 2)} 19:00`, `${days.on('monday', 2)} 20:30`],
    venue: 'library',
    organizer: 'friends',
    categories: ['Books'],
    tags: ['free', 'bilingual'],
    fields: { cost: 'free' },
  },
  {
    translations: {
      en: { title: 'Figure Skating Gala', description: '<p>The club’s youngest and oldest skaters share the ice.</p>' },
      fr: {
        title: 'Gala de patinage artistique',
        description: '<p>Les plus jeunes et les plus âgés du club partagent la glace.</p>',
      },
    },
    when: (days) => [`${days.on('saturday', 6)} 14:00`, `${days.on('saturday', 6)} 16:30`],
    venue: 'arena',
    organizer: 'town',
    categories: ['Skating'],
    tags: ['wheelchair accessible'],
    fields: { cost: '0 - 10', ticketed: true },
  },
  {
    translations: {
      en: { title: 'Volunteer Fair', description: '<p>Thirty associations, one hall, no speeches.</p>' },
      fr: { title: 'Foire du bénévolat', description: '<p>Trente associations, une salle, aucun discours.</p>' },
    },
    when: (days) => [`${days.at(-12)} 11:00`, `${days.at(-12)} 15:00`],
    venue: 'arena',
    organizer: 'town',
    categories: ['Community'],
    tags: ['free'],
    fields: { cost: 'free' },
  },
];

/** Events that show what a calendar can keep back. */
export const unlistedEvents: readonly SampleEvent[] = [
  {
    translations: {
      en: {
        title: 'Members’ Preview of the Season',
        description: '<p>You have found the password. The season opens with a surprise from Port-Lumière.</p>',
      },
      fr: {
        title: 'Avant-première de la saison pour les membres',
        description: '<p>Vous avez trouvé le mot de passe. La saison s’ouvre sur une surprise de Port-Lumière.</p>',
      },
    },
    when: (days) => [`${days.on('wednesday', 3)} 19:00`, `${days.on('wednesday', 3)} 21:00`],
    venue: 'mill',
    organizer: 'arts',
    categories: ['Stage'],
    fields: { password: 'belle-rive', cost: 'free' },
  },
  {
    translations: {
      en: { title: 'Stage Crew Call', description: '<p>For volunteers: unloading and lights.</p>' },
      fr: {
        title: 'Convocation de l’équipe technique',
        description: '<p>Pour les bénévoles : déchargement et éclairage.</p>',
      },
    },
    when: (days) => [`${days.on('friday', 1)} 15:00`, `${days.on('friday', 1)} 18:00`],
    venue: 'mill',
    organizer: 'arts',
    fields: { hide_from_listings: true },
  },
  {
    translations: {
      en: { title: 'Summer Camp for Young Printers', description: '<p>Dates and price to be confirmed.</p>' },
    },
    when: (days) => [days.at(50), days.at(54)],
    venue: 'gallery',
    categories: ['Workshops'],
    fields: { status: 'draft', all_day: true },
  },
  {
    translations: {
      en: { title: 'To Be Announced: A Guest from Far Away', description: '<p>Announced a week from now.</p>' },
      fr: { title: 'À annoncer : une invitée venue de loin', description: '<p>Annoncé dans une semaine.</p>' },
    },
    when: (days) => [`${days.on('friday', 6)} 20:00`, `${days.on('friday', 6)} 22:00`],
    venue: 'lakeview',
    organizer: 'arts',
    categories: ['Music'],
    fields: { date: '+7 days', cost: '30', ticketed: true },
  },
];
