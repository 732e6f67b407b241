import { type SampleRecord } from './sample-records.js';

const BELLE_RIVE = { city: 'Belle-Rive', province: 'Ontario', country: 'Canada', show_map: true, show_map_link: true };

/** Belle-Rive is a town that does not exist. */
export const VENUES: readonly SampleRecord[] = [
  {
    key: 'mill',
    added: { geo_lat: 45.5711, geo_lng: -75.0911 },
    ...BELLE_RIVE,
    address: '12 Mill Street',
    zip: 'K0B 0A1',
    phone: '+1 613 555 0112',
    website: 'https://example.com/old-mill',
    image: {
      url: 'https://example.com/images/old-mill.jpg',
      width: 1600,
      height: 900,
    },
    translations: {
      en: {
        venue: 'Old Mill Theatre',
        image_alt: 'A stone mill at dusk, its windows lit',
        description:
          '<p>A flour mill until 1961, a theatre since 1984: 240 seats, level entrance, hearing loop, and a bar in the wheel room.</p>',
      },
      fr: {
        venue: 'Théâtre du Vieux-Moulin',
        image_alt: 'Un moulin de pierre au crépuscule, fenêtres éclairées',
        description:
          '<p>Moulin à farine jusqu’en 1961, théâtre depuis 1984 : 240 places, entrée de plain-pied, boucle auditive et un bar dans la salle de la roue.</p>',
      },
    },
  },
  {
    key: 'library',
    added: { geo_lat: 45.5697, geo_lng: -75.0874 },
    ...BELLE_RIVE,
    address: '40 Church Street',
    zip: 'K0B 0A2',
    phone: '+1 613 555 0140',
    website: 'https://example.com/library',
    translations: {
      en: {
        venue: 'Belle-Rive Public Library',
        description:
          '<p>Meeting rooms, a children’s corner and a reading garden. The lift is to the left of the entrance.</p>',
      },
      fr: {
        venue: 'Bibliothèque publique de Belle-Rive',
        description:
          '<p>Salles de réunion, coin des enfants et jardin de lecture. L’ascenseur se trouve à gauche de l’entrée.</p>',
      },
    },
  },
  {
    key: 'square',
    added: { geo_lat: 45.5704, geo_lng: -75.0902 },
    ...BELLE_RIVE,
    address: '1 Market Square',
    zip: 'K0B 0A3',
    translations: {
      en: {
        venue: 'Market Square',
        description: '<p>Between the town hall and the river; covered stalls when it rains.</p>',
      },
      fr: {
        venue: 'Place du Marché',
        description: '<p>Entre l’hôtel de ville et la rivière; des étals couverts quand il pleut.</p>',
      },
    },
  },
  {
    key: 'park',
    added: { geo_lat: 45.5638, geo_lng: -75.1043 },
    ...BELLE_RIVE,
    address: '200 River Road',
    zip: 'K0B 0A4',
    translations: {
      en: {
        venue: 'Riverside Park',
        description: '<p>Trails, a boathouse and a hill without street lamps: good for stars.</p>',
      },
      fr: {
        venue: 'Parc Riverain',
        description:
          '<p>Des sentiers, un hangar à bateaux et une colline sans lampadaires : idéale pour les étoiles.</p>',
      },
    },
  },
  {
    key: 'gallery',
    added: { geo_lat: 45.5708, geo_lng: -75.0885 },
    ...BELLE_RIVE,
    address: '7 Lantern Lane',
    zip: 'K0B 0A5',
    phone: '+1 613 555 0107',
    website: 'https://example.com/lantern',
    image: { url: 'https://example.com/images/lantern.jpg' },
    translations: {
      en: {
        venue: 'Lantern Gallery',
        image_alt: 'A white room with three paintings',
        description: '<p>Two rooms for contemporary art. Open Wednesday to Sunday, 11 to 5.</p>',
      },
      fr: {
        venue: 'Galerie La Lanterne',
        image_alt: 'Une salle blanche et trois tableaux',
        description: '<p>Deux salles d’art contemporain. Ouvert du mercredi au dimanche, de 11 h à 17 h.</p>',
      },
    },
  },
  {
    key: 'arena',
    added: { geo_lat: 45.5752, geo_lng: -75.0796 },
    ...BELLE_RIVE,
    address: '55 Champlain Avenue',
    zip: 'K0B 0A6',
    phone: '+1 613 555 0155',
    translations: {
      en: { venue: 'Champlain Arena', description: '<p>One rink, 800 seats, skate rental at the counter.</p>' },
      fr: {
        venue: 'Aréna Champlain',
        description: '<p>Une patinoire, 800 places, location de patins au comptoir.</p>',
      },
    },
  },
  {
    key: 'maison',
    added: { geo_lat: 45.5921, geo_lng: -75.0837 },
    address: '3, rue du Quai',
    city: 'Port-Lumière',
    province: 'Québec',
    country: 'Canada',
    zip: 'J0X 0B1',
    phone: '+1 819 555 0103',
    website: 'https://example.com/maison',
    show_map: true,
    show_map_link: true,
    translations: {
      fr: {
        venue: 'Maison de la culture du Quai',
        description:
          '<p>Une salle de 120 places dans l’ancienne gare maritime, à dix minutes de traversier de Belle-Rive.</p>',
      },
    },
  },
  {
    key: 'lakeview',
    added: { geo_lat: 43.6386, geo_lng: -79.3812 },
    address: '88 Harbour Row',
    city: 'Toronto',
    province: 'Ontario',
    country: 'Canada',
    zip: 'M5V 0A7',
    phone: '+1 416 555 0188',
    website: 'https://example.com/lakeview',
    show_map: true,
    show_map_link: true,
    translations: {
      en: {
        venue: 'Lakeview Concert House',
        description: '<p>Six hundred seats on the water. Doors open an hour before every performance.</p>',
      },
    },
  },
];

export const ORGANIZERS: readonly SampleRecord[] = [
  {
    key: 'arts',
    phone: '+1 613 555 0120',
    email: 'arts@example.com',
    website: 'https://example.com/arts-council',
    translations: {
      en: {
        organizer: 'Belle-Rive Arts Council',
        description: '<p>Volunteers who have brought concerts, plays and films to town since 1984.</p>',
      },
      fr: {
        organizer: 'Conseil des arts de Belle-Rive',
        description: '<p>Des bénévoles qui amènent concerts, pièces et films en ville depuis 1984.</p>',
      },
    },
  },
  {
    key: 'town',
    phone: '+1 613 555 0100',
    email: 'town@example.com',
    website: 'https://example.com/town',
    translations: { en: { organizer: 'Town of Belle-Rive' }, fr: { organizer: 'Ville de Belle-Rive' } },
  },
  {
    key: 'friends',
    email: 'friends@example.com',
    website: 'https://example.com/friends',
    translations: {
      en: {
        organizer: 'Friends of the Library',
        description: '<p>They read aloud, repair books and bake for both.</p>',
      },
      fr: {
        organizer: 'Les Amis de la bibliothèque',
        description: '<p>Ils lisent à voix haute, réparent les livres et font des gâteaux pour les deux.</p>',
      },
    },
  },
  {
    key: 'farmers',
    phone: '+1 613 555 0131',
    email: 'market@example.com',
    translations: {
      en: { organizer: 'River Valley Farmers’ Co-op' },
      fr: { organizer: 'Coopérative fermière de la vallée' },
    },
  },
  {
    key: 'outing',
    email: 'outing@example.com',
    website: 'https://example.com/outing-club',
    translations: { en: { organizer: 'Belle-Rive Outing Club' }, fr: { organizer: 'Club de plein air de Belle-Rive' } },
  },
  {
    key: 'cordes',
    email: 'cordes@example.com',
    website: 'https://example.com/cordes',
    translations: {
      fr: {
        organizer: 'Les Cordes du fleuve',
        description: '<p>Orchestre de chambre de douze musiciennes et musiciens.</p>',
      },
    },
  },
];
