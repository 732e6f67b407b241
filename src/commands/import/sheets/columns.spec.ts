import { templateRows } from '../../cli/import-usage.js';
import { columnsOf, isComplete } from './columns.js';

const fields = (header: string[], mapping?: Record<string, string>) =>
  columnsOf(header, mapping).fields.map(
    (column) => column && [column.field, column.language].filter(Boolean).join('_'),
  );

describe('columns', () => {
  it('have the names of fields, or usual ones in both languages, however they are written', () => {
    expect(
      fields(['Title', 'titre_EN', 'DATE DE DÉBUT', 'Heure de fin', 'Code postal', 'Mots-clés', 'Colour']),
    ).toEqual([...['title', 'title_en', 'start_date', 'end_time', 'zip', 'tags', undefined]]);
  });

  it('called date or url mean something where no other column says it, and nothing in our own table', () => {
    expect(fields(['title', 'date', 'url'])).toEqual(['title', 'start_date', 'website']);
    expect(fields(['title', 'date', 'start_date'])).toEqual(['title', undefined, 'start_date']);
    const own = columnsOf(['id', 'title', 'start_date', 'starts_at', 'ends_at', 'url', 'date', 'modified']);
    expect([own.isOwn, own.unknown, own.fields.filter(Boolean).length]).toEqual([true, [], 3]);
  });

  it('may be explained, or ignored, by a mapping', () => {
    expect(fields(['Activity', 'Starts', 'Title'], { activity: 'title', Title: '' })).toEqual([
      ...['title', 'start_date', undefined],
    ]);
  });

  it('of the template are known', () => {
    for (const language of ['en', 'fr'] as const) {
      const columns = columnsOf(templateRows(language)[0]!);
      expect([columns.unknown, isComplete(columns)]).toEqual([[], true]);
    }
  });
});
