export const FIRST_NAMES: readonly string[] = [
  ...['Amélie', 'Amira', 'Anaïs', 'Andrew', 'Béatrice', 'Chantal', 'Claire', 'Daniel', 'Denise', 'Edith', 'Élise'],
  ...['Émile', 'Fatima', 'Félix', 'Florence', 'Gabriel', 'Geneviève', 'Grace', 'Gwen', 'Hannah', 'Hélène', 'Hugo'],
  ...['Ingrid', 'Isabelle', 'James', 'Jeanne', 'Jérôme', 'Joseph', 'Julien', 'Karim', 'Kateri', 'Laura', 'Léa', 'Liam'],
  ...['Louise', 'Luc', 'Maëlle', 'Marcus', 'Margaret', 'Mathieu', 'Mei', 'Mireille', 'Nadia', 'Noah', 'Noémie'],
  ...['Olivia', 'Oscar', 'Pascale', 'Priya', 'Rachel', 'Raphaël', 'Robert', 'Rosalie', 'Samuel', 'Simone', 'Sofia'],
  ...['Théo', 'Thomas', 'Valérie', 'Victor', 'Wanda', 'William', 'Yasmine', 'Zoé'],
];

export const LAST_NAMES: readonly string[] = [
  ...['Abbott', 'Achebe', 'Arsenault', 'Baker', 'Beaulieu', 'Bélanger', 'Bergeron', 'Boisvert', 'Boucher', 'Brown'],
  ...[
    'Campbell',
    'Carrière',
    'Chen',
    'Côté',
    'Desjardins',
    'Dubois',
    'Dupuis',
    'Edwards',
    'Fortin',
    'Fraser',
    'Gagnon',
  ],
  ...['Gauthier', 'Girard', 'Graham', 'Haddad', 'Hamilton', 'Hébert', 'Ibrahim', 'Jackson', 'Kowalski', 'Labelle'],
  ...['Lachance', 'Lafleur', 'Lalonde', 'Lavoie', 'Leclerc', 'Lévesque', 'MacDonald', 'Martel', 'McKenzie', 'Mercier'],
  ...['Morin', 'Murray', 'Nadeau', 'Nguyen', 'Okafor', 'Ouellet', 'Paquette', 'Patel', 'Pelletier', 'Poirier', 'Quinn'],
  ...[
    'Rivard',
    'Robertson',
    'Rousseau',
    'Sato',
    'Simard',
    'Singh',
    'Stewart',
    'Tanguay',
    'Tremblay',
    'Turner',
    'Vaillant',
  ],
  ...['Villeneuve', 'Walker', 'Whitecloud', 'Wilson', 'Wright', 'Young', 'Zhang'],
];

export const STREETS: readonly string[] = [
  ...[
    'Albert',
    'Arthur',
    'Birch',
    'Bridge',
    'Cartier',
    'Cedar',
    'Champlain',
    'Church',
    'Dalhousie',
    'Dufferin',
    'Elgin',
  ],
  ...[
    'Front',
    'George',
    'Harbour',
    'King',
    'Lisgar',
    'Maple',
    'Metcalfe',
    'Mill',
    'Montcalm',
    'Orchard',
    'Park',
    'Pine',
  ],
  ...[
    'Princess',
    'Queen',
    'Rideau',
    'River',
    'Saint-Joseph',
    'Saint-Paul',
    'Sussex',
    'Victoria',
    'Water',
    'Wellington',
  ],
];

/** A city, with the first three characters of its postal codes. */
export interface City {
  readonly city: string;
  readonly province: string;
  readonly postal: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
}

export const CITIES: readonly City[] = [
  { city: 'Toronto', province: 'Ontario', postal: 'M5V', lat: 43.6532, lng: -79.3832 },
  { city: 'Ottawa', province: 'Ontario', postal: 'K1N', lat: 45.4215, lng: -75.6972 },
  { city: 'Montréal', province: 'Québec', postal: 'H2X', lat: 45.5019, lng: -73.5674 },
  { city: 'Gatineau', province: 'Québec', postal: 'J8X', lat: 45.4765, lng: -75.7013 },
  { city: 'Kingston', province: 'Ontario', postal: 'K7L', lat: 44.2312, lng: -76.486 },
  { city: 'Sudbury', province: 'Ontario', postal: 'P3E', lat: 46.4917, lng: -80.993 },
  { city: 'Hawkesbury', province: 'Ontario', postal: 'K6A', lat: 45.6073, lng: -74.6044 },
  { city: 'Cornwall', province: 'Ontario', postal: 'K6H', lat: 45.0213, lng: -74.7303 },
  { city: 'Québec', province: 'Québec', postal: 'G1R', lat: 46.8139, lng: -71.208 },
  { city: 'Sherbrooke', province: 'Québec', postal: 'J1H', lat: 45.4042, lng: -71.8929 },
  { city: 'Trois-Rivières', province: 'Québec', postal: 'G9A', lat: 46.3432, lng: -72.543 },
  { city: 'Hamilton', province: 'Ontario', postal: 'L8P', lat: 43.2557, lng: -79.8711 },
  { city: 'London', province: 'Ontario', postal: 'N6A', lat: 42.9849, lng: -81.2453 },
  { city: 'Windsor', province: 'Ontario', postal: 'N9A', lat: 42.3149, lng: -83.0364 },
  { city: 'Moncton', province: 'New Brunswick', postal: 'E1C', lat: 46.0878, lng: -64.7782 },
  { city: 'Winnipeg', province: 'Manitoba', postal: 'R3C', lat: 49.8951, lng: -97.1384 },
];
