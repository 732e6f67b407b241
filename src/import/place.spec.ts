import { cityName, readAddress, readLocation } from './place.js';

describe('readAddress', () => {
  it.each([
    [
      '140 rue de Clignancourt, 75018 Paris',
      'Paris',
      { street: '140 rue de Clignancourt', zip: '75018', city: 'Paris' },
    ],
    ['2 rue du Département 75019 PARIS', 'Paris', { street: '2 rue du Département', zip: '75019', city: 'Paris' }],
    ['101 rue Nationale 75013', 'Paris', { street: '101 rue Nationale', zip: '75013', city: 'Paris' }],
    [
      '177 Rue de Charonne, 75011 Paris, France',
      undefined,
      { street: '177 Rue de Charonne', zip: '75011', city: 'Paris', country: 'France' },
    ],
    [
      '14 Rue des Prêtres, 31000 Toulouse Toulouse',
      undefined,
      { street: '14 Rue des Prêtres', zip: '31000', city: 'Toulouse' },
    ],
    [
      '1 Main St, Toronto, ON M5B 1T7',
      undefined,
      { street: '1 Main St', city: 'Toronto', province: 'ON', zip: 'M5B 1T7', country: 'Canada' },
    ],
    [
      '1000 Fort Duquesne Blvd, Pittsburgh, PA 15222',
      undefined,
      { street: '1000 Fort Duquesne Blvd', city: 'Pittsburgh', state: 'PA', zip: '15222', country: 'United States' },
    ],
    ['paris', 'Paris', { city: 'Paris' }],
    ['53 rue Erlanger, Paris 16', 'Paris', { street: '53 rue Erlanger, Paris 16', city: 'Paris' }],
    ['3 Pl. Guy Hersant Toulouse', undefined, { street: '3 Pl. Guy Hersant Toulouse' }],
    ['75011 rue des Nombres 12', 'Paris', { street: '75011 rue des Nombres 12', city: 'Paris' }],
  ])('%s', (text, city, address) => {
    expect(readAddress(text, city)).toEqual(address);
  });
});

describe('readLocation', () => {
  const known = new Set(['Hall C', 'Ballroom A']);

  it('takes names that are each a place of the file for several places', () => {
    expect(readLocation('Hall C, Ballroom A', known)).toEqual([{ name: 'Hall C' }, { name: 'Ballroom A' }]);
  });

  it('takes what follows the first comma for the address', () => {
    expect(readLocation('The London Town, 14 Rue des Prêtres, 31000 Toulouse', known)).toEqual([
      { name: 'The London Town', street: '14 Rue des Prêtres', zip: '31000', city: 'Toulouse', country: undefined },
    ]);
  });

  it('knows no place of a blank text', () => {
    expect(readLocation(' , ', known)).toEqual([]);
  });
});

describe('cityName', () => {
  it.each([
    ['PARIS', 'Paris'],
    ['SAINT-DENIS', 'Saint-Denis'],
    ['Le Mans', 'Le Mans'],
  ])('writes %s as %s', (text, name) => {
    expect(cityName(text)).toBe(name);
  });
});
