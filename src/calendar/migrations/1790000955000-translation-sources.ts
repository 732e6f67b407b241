import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { translationSource } from './builders/resources.js';
import { dropColumn } from './builders/tables.js';

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'];

/** Translations know the texts from which they were made, so that they are current again once these return. */
export class TranslationSources1790000955000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const one of KINDS) await translationSource(runner, { one });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const one of KINDS) await dropColumn(runner, `${one}_translations`, 'madeFrom');
  }
}
