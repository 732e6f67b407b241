import { Generator } from '../support/bad-input/generator.js';
import { operationsOf } from '../support/bad-input/operations.js';
import { Trial } from '../support/bad-input/trial.js';
import { type Document } from '../../src/outlets/openapi/openapi-document.js';
import { TestCalendar } from '../support/test-calendar.js';
import { type Figure } from './figures.js';
import { type Plan } from './plan.js';

const BLOCK = 400;

/** Sends payloads in every parameter and field of the document. */
export async function attackByPayloads({ until, seed }: Plan): Promise<Figure[]> {
  const calendar = await TestCalendar.start({ DATABASE_TIMEOUT: '60000' });
  const document = (await calendar.get('/doc/openapi.json')).body as Document;
  const generator = new Generator(operationsOf(document), seed);
  const trial = await Trial.of(calendar);
  for (let block = 0; block === 0 || performance.now() < until; block += 1) await trial.run(generator, block, BLOCK);
  trial.close();
  await calendar.stop();
  const attack = 'payloads';
  const faults = [...trial.faults].flatMap(([claim, found]) => found.map((fault) => `${claim}: ${fault}`));
  return [
    { attack, what: 'requests sent', value: trial.sent, unit: '', least: BLOCK },
    { attack, what: 'parameters and fields', value: generator.injections.places, unit: '', least: 300 },
    { attack, what: 'violations', value: faults.length, unit: '', most: 0, by: faults.join('\n') },
  ];
}
