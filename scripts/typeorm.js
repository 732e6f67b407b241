/** `npm run typeorm -- …`: TypeORM's CLI. Commands that remove tables need --yes if the database has records. */
import { endWithChildren, runNode } from './lib/child.js';
import { prepareBuild } from './lib/prepare.js';
import { importBuilt, inProject, tool } from './lib/project.js';
import { Failure, main } from './lib/report.js';

const removing = ['migration:revert', 'schema:drop', 'schema:sync'];
const source = inProject('dist', 'ormconfig.js');

/** @returns {Promise<string | undefined>} the numbers of records as text; undefined for an empty database */
async function recordsInWords() {
  const { default: database } = await importBuilt('ormconfig.js');
  const { inWords, isEmpty, recordCounts } = await importBuilt('src/commands/sample/records.js');
  await database.initialize();
  try {
    const runner = database.createQueryRunner();
    const isMade = await runner.hasTable('events');
    await runner.release();
    const counts = isMade ? await recordCounts(database.manager) : {};
    return isEmpty(counts) ? undefined : inWords(counts);
  } finally {
    await database.destroy();
  }
}

await main(async () => {
  await prepareBuild();
  const args = process.argv.slice(2).filter((argument) => argument !== '--yes');
  const command = args.find((argument) => removing.includes(argument));
  if (command && !process.argv.includes('--yes')) {
    const records = await recordsInWords();
    if (records) {
      throw new Failure(
        `Nothing was changed. ${command} may remove tables or columns for good, and the database has ${records}. ` +
          'Make a backup, then add --yes.',
      );
    }
  }
  endWithChildren();
  const { code } = await runNode([tool('typeorm/cli.js'), '-d', source, ...args]);
  process.exitCode = code;
});
