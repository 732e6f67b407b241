import { type INestApplicationContext } from '@nestjs/common';
import { resources } from '../../calendar/resources.js';
import { inWords, isEmpty, type RecordCounts } from '../sample/records.js';
import { countNonSample, countSample, fillSample, resetSample, SampleModule } from '../sample/sample.js';
import { command, run, withService } from './cli.js';

interface Options {
  readonly reset?: true;
  readonly yes?: true;
  readonly dryRun?: true;
}

const program = command(
  'sample',
  'Fills an empty calendar with a sample of some 60 events in both languages around today. A service that is started ' +
    'without DATABASE_URL does so by itself. The password of the protected event is "belle-rive".',
)
  .option(
    '--reset',
    `first removes ALL ${resources.map(({ names }) => names.plural).join(', ')} and images; keeps accounts and keys. Requires ` +
      '--yes if there are records that the sample did not create, or that were changed since',
  )
  .option('--yes', 'with --reset: removes those records too, for good')
  .option('--dry-run', 'shows what would happen and changes no record')
  .action((options: Options) => withService({ imports: [SampleModule] }, (service) => make(service, options)));

async function make(service: INestApplicationContext, { reset, yes, dryRun }: Options): Promise<void> {
  const before = await countSample(service);
  if (!reset && !isEmpty(before))
    return refuse(`The calendar has ${inWords(before)}. --reset would remove them first.`);
  if (dryRun) return announce(before, await countNonSample(service));
  const isDone = reset ? await resetSample(service, yes ? 'everything' : 'own') : await fillSample(service);
  if (!isDone) return refuse(warning(before, await countNonSample(service)));
  console.log(`The calendar has ${inWords(await countSample(service))}.`);
}

function announce(before: RecordCounts, foreign: RecordCounts): void {
  console.log(`Would ${isEmpty(before) ? '' : `remove ${inWords(before)}, and `}add the sample.`);
  if (!isEmpty(foreign)) console.log(`${notOfTheSample(foreign)} --reset requires --yes.`);
}

function warning(before: RecordCounts, foreign: RecordCounts): string {
  return [
    `Nothing was changed. --reset would remove ${inWords(before)}.`,
    notOfTheSample(foreign),
    'They cannot be restored. Add --yes to remove them all.',
  ].join('\n');
}

function notOfTheSample(foreign: RecordCounts): string {
  return `Not created by the sample, or changed since: ${inWords(foreign)}.`;
}

function refuse(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

await run(program);
