import { Logger } from '@nestjs/common';
import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { indexAllTexts } from '../events/words/index-texts.js';
import { columns } from './builders/columns.js';
import { addColumn, createTable, dropColumn } from './builders/tables.js';

const logger = new Logger('Migrations');

/** Number of events after which the progress is logged. */
const STEP = 10_000;

/** Size of SQLite's page cache in KiB while the index is built: it writes to pages all over the index. */
const CACHE_KIB = 262_144;

/** The index of words, with the words of all events. After an interruption a server continues with those that are left. */
export class SearchWords1790000985000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, exactText } = columns(runner);
    await createTable(runner, {
      name: 'search_words',
      columns: [unsigned('id', { primary: true }), exactText('word', 64)],
    });
    await createTable(runner, {
      name: 'search_word_endings',
      columns: [exactText('ending', 64, { primary: true }), unsigned('wordId', { primary: true })],
      withoutRowid: true,
    });
    await createTable(runner, {
      name: 'event_words',
      columns: [unsigned('wordId', { primary: true }), unsigned('recordId', { primary: true })],
      withoutRowid: true,
    });
    await addColumn(runner, 'event_search_texts', unsigned('words', { nullable: true }));
    await indexEvents(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'event_search_texts', 'words');
    for (const table of ['event_words', 'search_word_endings', 'search_words']) await runner.dropTable(table, true);
  }
}

/** The events are read by their ID, which is logged as the progress. */
async function indexEvents({ manager }: QueryRunner): Promise<void> {
  if (isSqlite(manager.dataSource)) await manager.query(`PRAGMA cache_size = -${CACHE_KIB}`);
  let logged = 0;
  await indexAllTexts(manager, (last) => {
    if (last - logged < STEP) return;
    logged = last;
    logger.log(`Indexed the words of the events up to ID ${last}.`);
  });
}
