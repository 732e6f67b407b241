import { RevisionLog } from '../../src/calendar/resource/revision-log.js';
import { RequestValidationPipe } from '../../src/http/validation/request-validation.pipe.js';
import { Extensions } from '../../src/calendar/extension-api/extensions.js';
import { CategoriesService } from '../../src/calendar/categories/categories.service.js';
import { Database } from '../../src/database/database.js';
import { SeriesWriter } from '../../src/calendar/events/series/series.writer.js';
import { IMPORT_ACCOUNT, Importer } from '../../src/commands/import/importer.js';
import { RecordStore } from '../../src/commands/import/record-store.js';
import { type ImportOptions } from '../../src/commands/import/write.js';
import { type TableOptions } from '../../src/commands/import/record.js';
import { recognise } from '../../src/commands/import/formats.js';
import { RelatedWriter } from '../../src/commands/import/related-writer.js';
import { type Report } from '../../src/commands/import/report.js';
import { RelatedRecordCache } from '../../src/calendar/resource/related-record-cache.js';
import { OrganizersService } from '../../src/calendar/organizers/organizers.service.js';
import { Site } from '../../src/http/urls/site.js';
import { TagsService } from '../../src/calendar/tags/tags.service.js';
import { VenuesService } from '../../src/calendar/venues/venues.service.js';
import { type TestCalendar } from './test-calendar.js';

export interface ImportSettings {
  language?: 'en' | 'fr';
  timezone?: string | undefined;
  author?: string;
  signal?: AbortSignal;
  status?: ImportOptions['status'];
  categories?: string[];
  table?: TableOptions;
}

/** Creates the importer, which the application does not provide. */
export function importerOf({ app }: TestCalendar): Importer {
  const [database, events, shared] = [app.get(Database), app.get(SeriesWriter), app.get(RelatedRecordCache)];
  const [categories, tags] = [app.get(CategoriesService), app.get(TagsService)];
  const validation = app.get(RequestValidationPipe);
  const related = new RelatedWriter(
    ...([app.get(VenuesService), app.get(OrganizersService), categories, tags, validation] as const),
  );
  const records = new RecordStore(
    events,
    related,
    app.get(Extensions),
    validation,
    app.get(RevisionLog),
    app.get(Site),
  );
  return new Importer(database, records, related, shared);
}

/** Imports the content of a file like the command. */
export async function importInto(
  calendar: TestCalendar,
  content: Uint8Array | string,
  given: ImportSettings = {},
): Promise<Report> {
  const { language = 'en', author = IMPORT_ACCOUNT, signal } = given;
  const timezone = 'timezone' in given ? given.timezone : 'Europe/Paris';
  const importer = importerOf(calendar);
  const file = await recognise(typeof content === 'string' ? Buffer.from(content) : content, given.table);
  const entries = file!.read({
    language,
    timezone,
    siteTimezone: 'America/Toronto',
    now: new Date('2027-01-01T00:00:00Z'),
  });
  await importer.checkAuthor(author);
  const options = { language, author, status: given.status, categories: given.categories, source: 'test' };
  return importer.run(entries, options, signal && { signal });
}
