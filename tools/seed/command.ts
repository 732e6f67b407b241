import { Logger } from '@nestjs/common';
import { Presets, SingleBar } from 'cli-progress';
import { InvalidArgumentError, Option } from 'commander';
import { command, run, toStderr } from '../../src/commands/cli/cli.js';
import { loadSettings } from '../../src/lib/config/load-settings.js';
import { createDataSource, dataSourceOptions } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { inWords, recordCounts } from '../../src/commands/sample/records.js';
import { schema } from '../../src/schema.js';
import { type Plan, recordCountsOf } from './plan.js';
import { seed } from './seed.js';

interface Options extends Plan {
  readonly yes?: true;
  readonly dryRun?: true;
}

const program = command(
  'seed',
  'Generates test events in both languages for benchmarks, in an empty calendar (DATABASE_URL). The same options make the ' +
    'same data: 90 % of the events last less than 8 hours, 9 % 1 to 14 days, 1 % 20 to 365 days, over six years. Refuses to ' +
    'run on a calendar that has records, except those of an interrupted run, which it removes first. The password of ' +
    'protected events is "seed".',
)
  .option('--events <number>', 'number of events', number(1, 5_000_000), 10_000)
  .option('--occurrences <percent>', 'percentage of events that belong to weekly series of 50', number(0, 100), 0)
  .option('--random <number>', 'seed of the random numbers', number(0, 2 ** 32 - 1), 1)
  .addOption(
    new Option('--from <day>', 'middle of the six years, YYYY-MM-DD')
      .argParser(day)
      .default(firstOfMonth(), 'the first of this month'),
  )
  .option('--yes', 'removes the records of an interrupted run even if others have written since, with what they wrote')
  .option('--dry-run', 'shows what would be generated and stores nothing')
  .action(async ({ dryRun, yes, ...plan }: Options) => {
    const { databaseUrl } = loadSettings();
    if (dryRun) return announce(plan);
    const options = await dataSourceOptions(schema, databaseUrl, { pool: 1 });
    // Log lines go to stderr, so that stdout has only the output of the command.
    Logger.overrideLogger(toStderr);
    await migrate(options);
    const start = performance.now();
    const bar = new SingleBar(
      { stream: process.stderr, format: '{bar} {value} of {total} events, {eta_formatted}' },
      Presets.rect,
    );
    const onProgress = (events: number) => (bar.isActive ? bar.update(events) : bar.start(plan.events, events));
    try {
      await seed(options, plan, { onProgress, signal: interruption(), removeAll: yes });
    } finally {
      bar.stop();
    }
    await report(options, (performance.now() - start) / 1000);
  });

/** The first Ctrl+C aborts the run, which releases the lease for the next one; the second one ends the process. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  const reason = new Error('Interrupted: the calendar is incomplete. The next run of this command starts over.');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort(reason));
  return interrupted.signal;
}

function announce(plan: Plan): void {
  const { venues, organizers } = recordCountsOf(plan);
  const day = plan.from.toISOString().slice(0, 10);
  console.log(
    `Would generate ${plan.events} events around ${day}, ${venues} venues and ${organizers} organizers, with categories and tags.`,
  );
}

async function report(options: Parameters<typeof createDataSource>[0], seconds: number): Promise<void> {
  const source = await createDataSource(options).initialize();
  try {
    console.log(`${inWords(await recordCounts(source.manager))} in ${seconds.toFixed(1)} s.`);
  } finally {
    await source.destroy();
  }
}

function number(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

function day(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`);
  const isReal = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (isReal && date.getUTCFullYear() >= 1990 && date.getUTCFullYear() <= 2100) return date;
  throw new InvalidArgumentError('Give a day that exists, such as 2026-10-01.');
}

function firstOfMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

await run(program);
