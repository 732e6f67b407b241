import { cityName, readAddress, readLocation } from './place.js';
import { computationTime } from '../../../../test/support/process-time.js';

describe('readAddress', () => {
  it.each([
    ['140 rue de Clignancourt, 75018 Paris', { address: '140 rue de Clignancourt', zip: '75018', city: 'Paris' }],
    ['2 rue du Département 75019 PARIS', { address: '2 rue du Département', zip: '75019', city: 'Paris' }],
    ['3 rue du Port, Rimouski', { address: '3 rue du Port', city: 'Rimouski' }],
    ['3 rue du Port, Rimouski, QC', { address: '3 rue du Port', city: 'Rimouski', province: 'QC', country: 'Canada' }],
    ...['12 Main St, Canada', '12 Main St, Ohio', '12 Main St, QC', '12 Main St, Suite B', 'Main St, Toronto'].map(
      (address) => [address, { address }] as [string, object],
    ),
    ['12 Main St, Toronto, Rear entrance', { address: '12 Main St, Toronto, Rear entrance' }],
    [
      '177 Rue de Charonne, 75011 Paris, France',
      { address: '177 Rue de Charonne', zip: '75011', city: 'Paris', country: 'France' },
    ],
    ['14 Rue des Prêtres, 31000 Toulouse Toulouse', { address: '14 Rue des Prêtres', zip: '31000', city: 'Toulouse' }],
    [
      '1 Main St, Toronto, ON M5B 1T7',
      { address: '1 Main St', city: 'Toronto', province: 'ON', zip: 'M5B 1T7', country: 'Canada' },
    ],
    [
      '1000 Fort Duquesne Blvd, Pittsburgh, PA 15222',
      { address: '1000 Fort Duquesne Blvd', city: 'Pittsburgh', state: 'PA', zip: '15222', country: 'United States' },
    ],
    [
      '7 Lantern Lane, Belle-Rive, Ontario K0B 0A5, Canada',
      { address: '7 Lantern Lane', city: 'Belle-Rive', province: 'Ontario', zip: 'K0B 0A5', country: 'Canada' },
    ],
    [
      '175 rue Sainte-Catherine Ouest, Montréal (Québec)  h2x1y9',
      {
        ...{ address: '175 rue Sainte-Catherine Ouest', city: 'Montréal', province: 'Québec', zip: 'H2X 1Y9' },
        country: 'Canada',
      },
    ],
    [
      'Charlottetown, Île-du-Prince-Édouard C1A 4P3',
      {
        ...{ address: undefined, city: 'Charlottetown', province: 'Île-du-Prince-Édouard', zip: 'C1A 4P3' },
        country: 'Canada',
      },
    ],
    ['1 Main St Toronto, ON M5B 1T7', { address: '1 Main St Toronto, ON M5B 1T7' }],
    [
      '1000 Fort Duquesne Blvd, Pittsburgh, Pennsylvania 15222, United States',
      {
        ...{ address: '1000 Fort Duquesne Blvd', city: 'Pittsburgh', state: 'Pennsylvania', zip: '15222' },
        country: 'United States',
      },
    ],
    [
      '5 rue X, 75011 Paris, Île-de-France, France',
      { address: '5 rue X', zip: '75011', city: 'Paris', province: 'Île-de-France', country: 'France' },
    ],
    ['53 rue Erlanger, Paris 16', { address: '53 rue Erlanger, Paris 16' }],
    ['3 Pl. Guy Hersant Toulouse', { address: '3 Pl. Guy Hersant Toulouse' }],
    ['75011 rue des Nombres 12', { address: '75011 rue des Nombres 12' }],
  ])('%s', (text, address) => {
    expect(readAddress(text)).toEqual(address);
  });
});

describe('readLocation', () => {
  const known = new Set(['Hall C', 'Ballroom A']);

  it('takes names that are each a place of the file for several places', () => {
    expect(readLocation('Hall C, Ballroom A', known)).toEqual([{ venue: 'Hall C' }, { venue: 'Ballroom A' }]);
  });

  it('takes what follows the first comma for the address', () => {
    expect(readLocation('The London Town, 14 Rue des Prêtres, 31000 Toulouse', known)).toEqual([
      { venue: 'The London Town', address: '14 Rue des Prêtres', zip: '31000', city: 'Toulouse', country: undefined },
    ]);
  });

  it('takes semicolons to divide places where each has an address', () => {
    const town = { city: 'Belle-Rive', province: 'Ontario', zip: 'K0B 0A5', country: 'Canada' };
    const [mill, hall] = ['Old Mill, 2 Mill Road', 'Town Hall, 1 Market Square'];
    const rest = 'Belle-Rive, Ontario K0B 0A5, Canada';
    expect(readLocation(`${mill}, ${rest}; ${hall}, ${rest}`, known)).toEqual([
      { venue: 'Old Mill', address: '2 Mill Road', ...town },
      { venue: 'Town Hall', address: '1 Market Square', ...town },
    ]);
    expect(readLocation('Town Hall; second floor', known)).toEqual([{ venue: 'Town Hall', address: 'second floor' }]);
  });

  it('knows no place of a blank text', () => {
    expect(readLocation(' , ', known)).toEqual([]);
  });
});

it('looks for the parts of hostile places in no time', () => {
  for (const text of [',', 'a,', 'a ', 'a, ', '; ', '75011 ', '75011,a', 'A, ON ', 'A, Bb 15222, ', ' ']) {
    const began = computationTime();
    for (const length of [990, 9990, 2_000_000]) readLocation(`x, ${text.repeat(length / text.length)}!`, new Set());
    expect(computationTime() - began).toBeLessThan(2000);
  }
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
