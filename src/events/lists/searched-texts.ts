import { type DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { type Condition } from '../../database/sql/condition.js';
import { Rows } from '../../database/sql/rows.js';
import { type Language } from '../../languages/language.js';
import { type ListScope } from '../../lists/listing.js';
import { passes, type SignatureTest, signatureTests } from '../../values/text/signature.js';
import { EventSearchText, SIGNATURES } from '../writing/event-search-text.entity.js';
import { type Search } from './selection.js';
import { isLong, MONTH, type Window } from './window.js';

/** Of one in so many and more it takes longer to look up each text than to look through all in their order. */
const SELDOM = 4;

/**
 * What the signatures of texts have to be, where few texts are worth looking at then. None where many are, in short
 * windows, and where what is searched for may be found elsewhere than in the texts.
 */
export async function worthTests(
  { terms, scope }: Pick<Search, 'terms' | 'scope'>,
  window: Window | undefined,
  { manager, context }: ListScope,
): Promise<readonly SignatureTest[]> {
  if (scope === 'all' || !window || !isLong(window, MONTH)) return [];
  const tests = signatureTests(terms.filter(({ exclude }) => !exclude).map(({ word }) => word));
  if (tests.length === 0) return [];
  const sample = await sampleOf(manager, context.language);
  const passing = (some: readonly SignatureTest[]) => sample.filter((signature) => passes(signature, some)).length;
  if (passing(tests) * SELDOM >= sample.length) return [];
  // The first one that a signature does not pass ends the look at it.
  const often = new Map(tests.map((test) => [test, passing([test])]));
  return [...tests].sort((one, other) => often.get(one)! - often.get(other)!);
}

/**
 * The texts (`found`), in one language, of events that begin between two moments.
 * @param tests that signatures have to pass: these an index has, for a tenth of what it takes to read the texts
 */
export function searchedTexts(
  manager: EntityManager,
  { startFrom, startTo }: Pick<Window, 'startFrom' | 'startTo'>,
  language: Language,
  tests: readonly SignatureTest[],
): Rows {
  const texts = tests.length > 0 ? signed(manager, tests) : Rows.of(manager, EventSearchText, 'found');
  const { alias } = texts;
  texts.andWhere(`${alias}.language = :language`, { language });
  if (startFrom) texts.andWhere(`${alias}.startUtc >= :foundFrom`, { foundFrom: startFrom });
  if (startTo) texts.andWhere(`${alias}.startUtc <= :foundTo`, { foundTo: startTo });
  return texts;
}

function signed(manager: EntityManager, tests: readonly SignatureTest[]): Rows {
  // SQLite reads a row of a table without rowid before it looks at more than the range of an index.
  const isApart = isSqlite(manager.dataSource);
  const texts = Rows.of(manager, EventSearchText, isApart ? 'signed' : 'found').through(SIGNATURES);
  const { sql, parameters } = passed(texts.alias, tests, manager);
  texts.andWhere(sql, parameters);
  if (!isApart) return texts;
  // The signs change nothing, but that it does not begin with the texts.
  const on = ['language', 'startUtc', 'recordId'].map((name) => `found.${name} = +signed.${name}`).join(' AND ');
  return texts.join(EventSearchText, 'found', on);
}

/** SQL that holds for signatures that pass all tests. */
function passed(alias: string, tests: readonly SignatureTest[], { dataSource }: EntityManager): Condition {
  // Of a text SQLite counts the characters up to a place, of bytes it does not.
  const [code, characters] = isSqlite(dataSource)
    ? ['UNICODE', `CAST(${alias}.signature AS BLOB)`]
    : ['ORD', `${alias}.signature`];
  const parameters: ObjectLiteral = {};
  const conditions = [...tests].map(({ place, bits }, number) => {
    Object.assign(parameters, { [`signedAt${number}`]: place, [`signedBits${number}`]: bits });
    return `(${code}(SUBSTR(${characters}, :signedAt${number}, 1)) & :signedBits${number}) = 0`;
  });
  return { sql: conditions.join(' AND '), parameters };
}

/** Signatures that tell how many there are of a kind. */
const SAMPLE = 200;

/** Milliseconds for which a sample goes on telling. */
const SAMPLED = 60_000;

interface Sample {
  readonly until: number;
  readonly signatures: readonly string[];
}

/** Where one is wrong a search takes longer, and finds the same. */
const samples = new WeakMap<DataSource, Map<Language, Sample>>();

/** Signatures of the texts of what has begun last, or begins within a month. */
async function sampleOf(manager: EntityManager, language: Language): Promise<readonly string[]> {
  const known = samples.get(manager.dataSource) ?? new Map<Language, Sample>();
  samples.set(manager.dataSource, known);
  const sample = known.get(language);
  if (sample && sample.until > Date.now()) return sample.signatures;
  const until = Date.now() + SAMPLED;
  const soon = new Date(Date.now() + MONTH);
  const texts = searchedTexts(manager, { startTo: soon }, language, []).through(SIGNATURES);
  const last = { columns: ['found.signature AS signature'], order: ['found.startUtc DESC'], limit: SAMPLE };
  const rows = await texts.read<Pick<EventSearchText, 'signature'>>(last);
  const signatures = rows.map(({ signature }) => signature);
  known.set(language, { until, signatures });
  return signatures;
}
