import { Logger } from '@nestjs/common';
import { Presets, SingleBar } from 'cli-progress';
import { InvalidArgumentError, Option } from 'commander';
import { loadSettings } from '../../src/config/load-settings.js';
import { createDataSource, dataSourceOptions } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { placesOf, type Plan } from './plan.js';
import { inWords, recordCounts } from '../../src/sample/record-counts.js';
import { seed } from './seed.js';
import { command, run, toStderr } from '../../src/cli/cli.js';
import { schema } from '../../src/schema.js';

interface Options extends Plan {
  readonly yes?: true;
  readonly dryRun?: true;
}

const program = command(
  'seed',
  'Fills an empty calendar (DATABASE_URL) with made-up events in both languages, to measure with. The same options make ' +
    'the same data: 90 % of the events take less than 8 hours, 9 % 1 to 14 days, 1 % 20 to 365 days, over six years. ' +
    'A calendar that has records is left alone, but what a seed that was interrupted has left is removed first. The password of the protected events is "seed".',
)
  .option('--events <number>', 'how many events', number(1, 5_000_000), 10_000)
  .option(
    '--occurrences <percent>',
    'how many of a hundred events are of weekly series, 50 to each: they begin from three years before the day in the middle to one after it',
    number(0, 100),
    0,
  )
  .option('--random <number>', 'another number makes other data', number(0, 2 ** 32 - 1), 1)
  .addOption(
    new Option('--from <day>', 'the day in the middle, YYYY-MM-DD')
      .argParser(day)
      .default(firstOfMonth(), 'the first of this month'),
  )
  .option(
    '--yes',
    'removes what an interrupted seed has left also where others have written since, with what they wrote',
  )
  .option('--dry-run', 'says what would be made, and makes nothing')
  .action(async ({ dryRun, yes, ...plan }: Options) => {
    const { databaseUrl } = loadSettings();
    if (dryRun) return announce(plan);
    const options = await dataSourceOptions(schema, databaseUrl, { pool: 1 });
    // Stdout belongs to the command.
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

/** Aborted by the first Ctrl+C, so that the next run need not wait for this one's lease; the second one ends the process. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  const reason = new Error(
    'DATABASE_URL names a calendar that is seeded in part now: the next run of this command begins anew.',
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort(reason));
  return interrupted.signal;
}

function announce(plan: Plan): void {
  const { venues, organizers } = placesOf(plan);
  const day = plan.from.toISOString().slice(0, 10);
  console.log(
    `Would make ${plan.events} events around ${day}, ${venues} venues and ${organizers} organizers, with categories and tags.`,
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
    throw new InvalidArgumentError(`Say a whole number from ${least} to ${most}.`);
  };
}

function day(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`);
  const isReal = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (isReal && date.getUTCFullYear() >= 1990 && date.getUTCFullYear() <= 2100) return date;
  throw new InvalidArgumentError('Say a day that exists: 2026-10-01.');
}

function firstOfMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

await run(program);
