import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { imageAlts } from './builders/resources.js';
import { addColumn, dropColumn } from './builders/tables.js';

const KINDS = [
  { one: 'event', many: 'events' },
  { one: 'venue', many: 'venues' },
  { one: 'organizer', many: 'organizers' },
];

/** Moves the alternative text of an image to each record that shows the image. */
export class ImageAlts1790000310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned } = columns(runner);
    for (const kind of KINDS) {
      await imageAlts(runner, kind);
      if (await runner.hasColumn('images', 'alt')) await runner.query(carriedOver(kind));
    }
    await addColumn(runner, 'images', unsigned('registeredBy', { nullable: true }));
    await dropColumn(runner, 'images', 'alt');
  }

  async down(runner: QueryRunner): Promise<void> {
    const { text } = columns(runner);
    await addColumn(runner, 'images', text('alt', 255, { nullable: true }));
    await dropColumn(runner, 'images', 'registeredBy');
    // The indexes stay: foreign keys of MySQL need one, and have given up their own for these.
    for (const { one } of KINDS) await dropColumn(runner, `${one}_translations`, 'imageAlt');
  }
}

/** Borrowed rows say nothing: the texts that they borrow do. */
function carriedOver({ one, many }: { readonly one: string; readonly many: string }): string {
  const texts = `${one}_translations`;
  const alt = `SELECT images.alt FROM ${many} INNER JOIN images ON images.id = ${many}.imageId WHERE ${many}.id = ${texts}.recordId`;
  return `UPDATE ${texts} SET imageAlt = (${alt}) WHERE borrowed = FALSE`;
}
