import { type INestApplicationContext } from '@nestjs/common';
import { isGiven } from '../config/load-settings.js';
import { SampleModule } from '../sample/sample.module.js';
import { countSample, fillSample, resetSample } from '../sample/sample.js';
import { inWords, isEmpty } from '../seed/record-counts.js';
import { command, run, withService } from './cli.js';

interface Options {
  readonly reset?: true;
  readonly yes?: true;
  readonly dryRun?: true;
}

const program = command(
  'sample',
  'Fills an empty calendar with the sample: some 60 events in both languages around today. A service that is started ' +
    'without DATABASE_URL does so by itself. The protected event opens with the password "belle-rive".',
)
  .option(
    '--reset',
    'first removes ALL events, venues, organizers, categories, tags and images; keeps accounts and keys',
  )
  .option('--yes', 'with --reset: also where DATABASE_URL names the database')
  .option('--dry-run', 'says what would happen, and changes no record')
  .action((options: Options) => withService({ imports: [SampleModule] }, (service) => make(service, options)));

async function make(service: INestApplicationContext, { reset, yes, dryRun }: Options): Promise<void> {
  const before = await countSample(service);
  if (!reset && !isEmpty(before))
    return refuse(`The calendar has ${inWords(before)}. --reset would remove them first.`);
  if (reset && !yes && !dryRun && !isEmpty(before) && isGiven('DATABASE_URL'))
    return refuse(`DATABASE_URL names a database with ${inWords(before)}. Add --yes to remove them all.`);
  if (dryRun) return console.log(`Would ${isEmpty(before) ? '' : `remove ${inWords(before)}, and `}add the sample.`);
  await (reset ? resetSample(service) : fillSample(service));
  console.log(`The calendar has ${inWords(await countSample(service))}.`);
}

function refuse(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

await run(program);
