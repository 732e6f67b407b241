import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { selectNamedInWorker, withinDeadline } from '../../database/sql/statements.js';
import { yieldAfterSlice } from '../../database/database.js';
import { type SearchTerm } from '../../lib/text/search-terms.js';
import { wordsOf } from '../../lib/text/words.js';
import { type Translation } from '../records/translations/translation.js';
import { joinSearched, searchTexts } from './find-page.js';
import { type ListQuery } from './list.query.js';
import { type ListScope } from './listing.js';
import { type Vocabulary } from './search-suggestion.js';

/** Maximum number of records whose words are read, and of characters of each text: the name comes first. */
const MAX_RECORDS = 2000;
const MAX_LENGTH = 1000;

/** The words of records that are so few that their texts need no index, such as venues and tags. */
export class TextVocabulary implements Vocabulary {
  private wordsOfTexts: Promise<ReadonlySet<string>[]> | undefined;

  /** @param rows the records that everybody sees */
  constructor(
    private readonly rows: SelectBuilder,
    private readonly translation: new () => Translation,
    private readonly query: Pick<ListQuery, 'search_languages'>,
    private readonly scope: ListScope,
  ) {}

  async unknown(terms: readonly SearchTerm[]): Promise<ReadonlySet<SearchTerm>> {
    const unknown = new Set<SearchTerm>();
    for (const term of terms) {
      const rows = this.rows.copy();
      searchTexts(rows, this.translation, [term], this.query, this.scope);
      const found = await selectNamedInWorker(this.scope.manager, rows.sql({ limit: 1 }));
      if (found.length === 0) unknown.add(term);
    }
    return unknown;
  }

  async near(): Promise<ReadonlySet<string>> {
    return new Set((await this.words()).flatMap((words) => [...words]));
  }

  async count(spellings: readonly (readonly string[])[]): Promise<number[]> {
    const texts = await this.words();
    return spellings.map((words) => texts.filter((text) => words.every((word) => text.has(word))).length);
  }

  private words(): Promise<ReadonlySet<string>[]> {
    return (this.wordsOfTexts ??= this.readTexts());
  }

  /** The different words of each text. */
  private async readTexts(): Promise<ReadonlySet<string>[]> {
    const { manager } = this.scope;
    const rows = this.rows.copy().andWhere(withinDeadline(manager, `${this.rows.alias}.id`));
    const texts = joinSearched(rows, this.translation, this.query, this.scope);
    const columns = texts.map((text, index) => `SUBSTR(${text}, 1, ${MAX_LENGTH}) AS text${index}`);
    const order = [`${rows.alias}.id`];
    const found = await selectNamedInWorker<object>(manager, rows.sql({ columns, order, limit: MAX_RECORDS }));
    const read: ReadonlySet<string>[] = [];
    for (const row of found) {
      read.push(wordsOf(Object.values(row).join('\n')));
      await yieldAfterSlice(manager);
    }
    return read;
  }
}
