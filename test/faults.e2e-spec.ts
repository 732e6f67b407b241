import { type AddressInfo } from 'node:net';
import { createDataSource, dataSourceOptions } from '../src/database/data-source.js';
import { schema } from '../src/schema.js';
import { isMet, table } from './attack/figures.js';
import { audit } from './faults/audit.js';
import { injectFaults } from './faults/faults.js';
import { type Entry, Load } from './faults/load.js';
import { build } from './support/build.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';

/** A small part of `npm run test:faults`, on the engine of the run. */
const PLAN = {
  ...{ clients: 4, kills: 2, freezes: 0, freeze: 0, restarts: 1, reads: 10, starts: 1, fillings: 1 },
  settling: 0,
};

/** Other tests run at the same time, so time limits are wider by this factor. */
const PATIENCE = 10;

// A build takes minutes on a busy machine.
beforeAll(() => build(), 600_000);

it('nothing is lost if instances and servers are killed during writes', async () => {
  const [engine] = /^(mysql|mariadb)/.exec(process.env.TEST_DATABASE_URL ?? '') ?? ['sqlite'];
  const found = (await injectFaults(engine as 'sqlite' | 'mariadb' | 'mysql', PLAN)) ?? [];
  const figures = found.map((figure) =>
    figure.unit === 'ms' && figure.most !== undefined ? { ...figure, most: PATIENCE * figure.most } : figure,
  );
  process.stdout.write(`${table(figures)}\n`);
  expect(figures.filter((figure) => !isMet(figure))).toEqual([]);
});

it('the audit finds lost, partial, duplicated and miscounted records', async () => {
  const calendar = await TestCalendar.start();
  const { aVenue, aCategory, aTag } = makers(() => calendar);
  const { port } = calendar.app.getHttpServer().address() as AddressInfo;
  const [venue, category, tag] = [await aVenue(), await aCategory(), await aTag()];
  const targets = { venue: venue.id, categories: [category.id], tags: [tag.id] };
  const entries: Entry[] = [];
  const load = new Load(() => port, calendar.keys.administrator, targets, entries);
  const kept = () => entries.filter(({ id, deletion }) => id !== undefined && deletion === undefined);
  load.start(2);
  await until(() => kept().length > 10);
  await load.stop();
  expect(await audit(calendar.url, entries)).toEqual({ lost: [], halfWritten: [], duplicated: [], inconsistent: [] });
  const [halfWritten, lost, duplicated, other] = kept();
  const source = await createDataSource(await dataSourceOptions(schema, calendar.url)).initialize();
  const revised = kept().at(-1)!.id!;
  const columns = 'kind, recordId, recordRevision, modifiedAt, operation, content';
  const last = `kind = 'events' AND recordId = ${revised} ORDER BY recordRevision DESC LIMIT 1`;
  const [revision] = await source.query(`SELECT * FROM revisions WHERE ${last}`);
  for (const damage of [
    `DELETE FROM revisions WHERE id = ${revision.id}`,
    `UPDATE revisions SET recordRevision = recordRevision + 1 WHERE id = ${revision.id}`,
    `UPDATE revisions SET content = '{"texts":{"en":{"title":"Other"}}}' WHERE id = ${revision.id}`,
    `INSERT INTO revisions (${columns}) SELECT kind, 999999, recordRevision, modifiedAt, operation, content FROM revisions WHERE id = ${revision.id}`,
  ]) {
    await source.query(damage);
    expect([damage, (await audit(calendar.url, entries)).inconsistent]).toEqual([damage, ['revisions']]);
    await source.query(`DELETE FROM revisions WHERE id = ${revision.id} OR recordId = 999999`);
    const names = Object.keys(revision as object);
    const values = Object.values(revision as object) as unknown[];
    await source.query(`INSERT INTO revisions (${names.join()}) VALUES (${names.map(() => '?').join()})`, values);
    expect((await audit(calendar.url, entries)).inconsistent).toEqual([]);
  }
  await source.query('UPDATE tags SET count = count + 1');
  await source.query(`DELETE FROM event_translations WHERE recordId = ${halfWritten!.id} AND language = 'fr'`);
  await source.query(`DELETE FROM events WHERE id = ${lost!.id}`);
  const title = `Fault ${other!.number} v1`;
  await source.query(`UPDATE event_translations SET name = '${title}' WHERE recordId = ${duplicated!.id}`);
  await source.destroy();
  const findings = await audit(calendar.url, entries);
  expect(findings.halfWritten).toEqual([expect.stringContaining(`event ${halfWritten!.id} `)]);
  expect(findings.lost).toEqual([`event ${lost!.number} is missing`, `event ${duplicated!.number} is missing`]);
  expect(findings.duplicated).toEqual([`event ${other!.number} is there twice`]);
  expect(findings.inconsistent).toEqual(expect.arrayContaining(['tags', 'searched texts']));
  await calendar.stop();
});
