import { type Figure, isMet, table } from '../attack/figures.js';
import { build } from '../support/build.js';
import { startBackend } from './backend.js';
import { crashUploads } from './crashed-uploads.js';

const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 20);
const only = process.env.FAULTS_ONLY ?? '';

beforeAll(() => build(), 600_000);

it.each(['sqlite', 'mariadb', 'mysql'] as const)(
  'an image has all its files, and files have an image, after crashes on %s',
  async (engine) => {
    if (only !== '' && !only.split(',').includes(engine)) return;
    const backend = await startBackend(engine);
    if (!backend) return void process.stdout.write(`${engine} is left out: no such server here.\n`);
    try {
      const found = await crashUploads(backend.url, ROUNDS);
      const figure = (what: string, value: number): Figure => ({
        attack: engine,
        what: `uploads: ${what}`,
        value,
        unit: '',
      });
      const figures: Figure[] = [
        figure('instances killed', ROUNDS),
        { ...figure('acknowledged', found.acknowledged), least: ROUNDS },
        { ...figure('acknowledged and lost', found.lost), most: 0 },
        { ...figure('files missing', found.missing), most: 0 },
        figure('folders that crashes have left', found.leftByCrashes),
        { ...figure('folders left after the clean-up', found.leftByCleanUp), most: 0 },
      ];
      process.stdout.write(`\n${table(figures)}\n\n`);
      expect(figures.filter((one) => !isMet(one))).toEqual([]);
    } finally {
      await backend.stop();
    }
  },
  3_600_000,
);
