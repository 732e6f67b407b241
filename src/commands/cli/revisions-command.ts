import {
  pruneRevisions,
  type RevisionStatistics,
  revisionStatistics,
} from '../../calendar/records/revisions/prune-revisions.js';
import { Database } from '../../database/database.js';
import { Settings } from '../../lib/config/settings.js';
import { command, withService } from './cli.js';
import { printTable } from './output.js';

export const program = command(
  'revisions',
  'Counts the stored revisions of records, and removes old ones, also while the service is running. The service removes ' +
    'them by itself once an hour: those older than REVISIONS_DAYS, except the last 50 of each record.',
).addHelpText(
  'after',
  `
Exit codes:
  0  done
  1  the database refuses the change
  2  wrong usage

Examples:
  npm run --silent revisions -- stats
  npm run --silent revisions -- prune --dry-run`,
);

program
  .command('stats')
  .description('Shows how many revisions there are, of how many records, and how large their contents are.')
  .action(async () => {
    const statistics = await withService({}, (service) =>
      service.get(Database).read((manager) => revisionStatistics(manager)),
    );
    print(statistics);
  });

program
  .command('prune')
  .description('Removes the revisions that are older than REVISIONS_DAYS, except the last 50 of each record.')
  .option('--dry-run', 'counts them and removes nothing')
  .action(async ({ dryRun = false }: { readonly dryRun?: boolean }) => {
    const count = await withService({}, (service) => {
      const { revisionsDays: days } = service.get(Settings);
      return pruneRevisions(service.get(Database), { days, now: new Date(), isDryRun: dryRun });
    });
    console.error(dryRun ? `Revisions to remove: ${count}.` : `Revisions removed: ${count}.`);
  });

function print(statistics: readonly RevisionStatistics[]): void {
  printTable(
    ['kind', 'revisions', 'records', 'kilobytes', 'oldest'],
    statistics.map(({ kind, revisions, records, bytes, oldest }) => [
      kind,
      ...[revisions, records, Math.ceil(bytes / 1000)].map(String),
      oldest,
    ]),
  );
}
