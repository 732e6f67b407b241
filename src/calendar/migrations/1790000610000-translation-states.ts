import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { translationState } from './builders/resources.js';
import { dropColumn } from './builders/tables.js';

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'];

/**
 * Translations know whether they are the original, and how they compare with it. Of records that exist, the only language is
 * the original; of two, English is, and French counts as current.
 */
export class TranslationStates1790000610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const one of KINDS) {
      const table = `${one}_translations`;
      await translationState(runner, { one });
      const languages = `SELECT recordId, COUNT(*) AS number FROM ${table} WHERE borrowed = FALSE GROUP BY recordId`;
      const isOriginal = `language = 'en' OR recordId IN (SELECT recordId FROM (${languages}) counted WHERE number = 1)`;
      await runner.query(
        `UPDATE ${table} SET state = CASE WHEN ${isOriginal} THEN 'original' ELSE 'current' END WHERE borrowed = FALSE`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const one of KINDS) await dropColumn(runner, `${one}_translations`, 'state');
  }
}
