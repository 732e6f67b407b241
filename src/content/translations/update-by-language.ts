import { type EntityManager } from 'typeorm';
import { type Table, tableOf } from '../../database/sql/table.js';
import { type Language, LANGUAGES } from '../../i18n/language.js';

interface LanguageRow {
  readonly recordId: number;
  readonly language: Language;
}

/** Updates rows by record and language: one statement for a single record, else one for each language. */
export async function updateByLanguage<R extends LanguageRow>(
  manager: EntityManager,
  entity: new () => R,
  rows: readonly (Partial<R> & LanguageRow)[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const table: Table<LanguageRow> = tableOf<LanguageRow>(manager, entity);
  if (rows.every(({ recordId }) => recordId === first.recordId)) {
    const own = rows.map(({ recordId: _, ...row }) => row);
    return void (await table.updateEach(manager, { recordId: first.recordId }, 'language', own));
  }
  for (const language of LANGUAGES) {
    const own = rows.filter((row) => row.language === language).map(({ language: _, ...row }) => row);
    await table.updateEach(manager, { language }, 'recordId', own);
  }
}
