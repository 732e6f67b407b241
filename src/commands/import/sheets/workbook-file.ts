import { unzipSync, Unzip, UnzipInflate } from 'fflate';
import { Parser } from 'htmlparser2';
import { recordError } from '../messages.js';
import { type Cell } from './cells.js';
import { type Epoch, isSerial, serialText } from './clock.js';

/** Limits for the unpacked XML and for the range of its cells: a small file (zip bomb) could need too much memory. */
const [MAX_BYTES, MAX_CELLS, MAX_ROWS] = [128 * 1024 * 1024, 10_000_000, 2 ** 20];

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly (readonly Cell[])[];
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly epoch: Epoch;
}

/**
 * Reads a workbook (ECMA-376), also one that leaves out the addresses of its cells or has prefixes before its tags.
 * @throws {CommandError} if it is too large, or a part is missing
 */
export function readWorkbook(bytes: Uint8Array): Workbook {
  assertSize(bytes);
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) });
  const partAt = (path: string) =>
    parts[Object.keys(parts).find((name) => name.toLowerCase() === path.toLowerCase()) ?? ''];
  const main = partAt('xl/workbook.xml');
  if (!main) throw recordError('broken', 'xl/workbook.xml');
  const { sheets, epoch } = readMain(main);
  const targets = readTargets(partAt('xl/_rels/workbook.xml.rels'));
  const texts = readSharedTexts(partAt('xl/sharedStrings.xml'));
  const dateStyles = readDateStyles(partAt('xl/styles.xml'));
  const budget = { cells: MAX_CELLS };
  return {
    epoch,
    sheets: sheets.map(({ name, isHidden, relation }) => {
      const part = partAt(targets.get(relation) ?? '');
      return { name, isHidden, rows: part && !isHidden ? readRows(part, { texts, dateStyles, epoch, budget }) : [] };
    }),
  };
}

const AT_ONCE = 2 ** 14;

/** Unpacks the parts piece by piece without keeping them, because an archive may state wrong sizes. */
function assertSize(bytes: Uint8Array): void {
  let size = 0;
  const archive = new Unzip((file) => {
    file.ondata = (error, data) => {
      if (error) throw error;
      size += data.length;
      if (size > MAX_BYTES) throw tooLarge();
    };
    if (/\.(?:xml|rels)$/.test(file.name)) file.start();
  });
  archive.register(UnzipInflate);
  for (let place = 0; place < bytes.length; place += AT_ONCE)
    archive.push(bytes.subarray(place, place + AT_ONCE), place + AT_ONCE >= bytes.length);
}

function tooLarge() {
  return recordError('tooLargeBook', MAX_BYTES / 1024 / 1024, MAX_CELLS);
}

type Attributes = Readonly<Record<string, string>>;

interface Handlers {
  readonly open?: (tag: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (tag: string) => void;
}

/** Calls the handlers with the names of tags and attributes without their prefixes. */
function parseXml(part: Uint8Array, { open, text, close }: Handlers): void {
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        open?.(
          local(name),
          Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value] as const)),
        ),
      ontext: text,
      onclosetag: (name) => close?.(local(name)),
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder(part[0] === 0xff ? 'utf-16le' : 'utf-8');
  for (let place = 0; place < part.length; place += AT_ONCE * 4)
    parser.write(decoder.decode(part.subarray(place, place + AT_ONCE * 4), { stream: true }));
  parser.end(decoder.decode());
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true' || text === 'on';

function readMain(part: Uint8Array) {
  const sheets: { readonly name: string; readonly isHidden: boolean; readonly relation: string }[] = [];
  let epoch: Epoch = 1900;
  parseXml(part, {
    open: (tag, { name = '', state = 'visible', id = '', date1904 }) => {
      if (tag === 'sheet') sheets.push({ name, isHidden: state !== 'visible', relation: id });
      if (tag === 'workbookPr' && isTrue(date1904)) epoch = 1904;
    },
  });
  return { sheets, epoch: epoch as Epoch };
}

/** The paths of the parts of a workbook by their ids. */
function readTargets(part: Uint8Array = new Uint8Array()): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  parseXml(part, {
    open: (tag, { Id = '', Target = '' }) => {
      if (tag === 'Relationship') targets.set(Id, new URL(Target, 'zip:///xl/').pathname.slice(1));
    },
  });
  return targets;
}

/** Texts that cells share, without the reading aids of Japanese (`rPh`). */
function readSharedTexts(part: Uint8Array = new Uint8Array()): readonly string[] {
  const texts: string[] = [];
  let [text, isText, isAid] = ['', false, false];
  parseXml(part, {
    open: (tag) => {
      if (tag === 'si') text = '';
      if (tag === 'rPh') isAid = true;
      if (tag === 't') isText = !isAid;
    },
    text: (more) => void (text += isText ? more : ''),
    close: (tag) => {
      if (tag === 't') isText = false;
      if (tag === 'rPh') isAid = false;
      if (tag === 'si') texts.push(text);
    },
  });
  return texts;
}

/** The formats of dates and times that a workbook does not define itself (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether each style of cells, by its number, shows a date or a time. */
function readDateStyles(part: Uint8Array = new Uint8Array()): readonly boolean[] {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isOfCells = false;
  parseXml(part, {
    open: (tag, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId);
      if (tag === 'numFmt') formats.set(id, isDateFormat(formatCode));
      if (tag === 'cellXfs') isOfCells = true;
      if (tag === 'xf' && isOfCells) styles.push(formats.get(id) ?? isBuiltInDate(id));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

/** Whether a format has letters of dates or times outside of quotes, colours and conditions; `[h]` counts hours. */
function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General|Standard/gi, '');
  return /[ymdhsj]/i.test(bare);
}

interface SheetContext {
  readonly texts: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly epoch: Epoch;
  /** The number of cells that may still be read, in all sheets. */
  readonly budget: { cells: number };
}

/** The rows of a sheet. Without addresses, rows are counted from the top, and cells from the left. */
function readRows(part: Uint8Array, context: SheetContext): Cell[][] {
  const rows: Cell[][] = [];
  let [row, column, widest] = [0, 0, 0];
  let [attributes, text, isText]: [Attributes, string, boolean] = [{}, '', false];
  parseXml(part, {
    open: (tag, given) => {
      if (tag === 'row') [row, column] = [Number(given.r) || row + 1, 0];
      if (tag === 'c') {
        [attributes, text] = [given, ''];
        const [, letters, number] = /^([A-Z]{1,3})(\d{1,7})$/.exec(given.r ?? '') ?? [];
        column = letters === undefined ? column + 1 : numberOf(letters);
        row = Math.max(1, number === undefined ? row : Number(number));
        widest = Math.max(widest, column);
        if (row > MAX_ROWS || row * widest > MAX_CELLS) throw tooLarge();
      }
      isText = tag === 'v' || tag === 't';
    },
    text: (more) => void (text += isText ? more : ''),
    close: (tag) => {
      isText = false;
      if (tag !== 'c') return;
      while (rows.length < row) rows.push([]);
      const cells = rows[row - 1]!;
      context.budget.cells -= Math.max(0, column - cells.length);
      if (context.budget.cells < 0) throw tooLarge();
      while (cells.length < column) cells.push('');
      cells[column - 1] = valueOf(text, attributes, context);
    },
  });
  return rows;
}

function numberOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function valueOf(text: string, { t: type = 'n', s: style = '0' }: Attributes, context: SheetContext): Cell {
  if (text === '') return '';
  if (type === 's') return withoutEscapes(context.texts[Number(text)] ?? '');
  if (type === 'b') return text === '1' || text === 'true' ? 'true' : 'false';
  if (type === 'd') return text.replace(/T(?=\d)/, ' ').replace(/ 00:00:00(?:\.0+)?$/, '');
  const number = Number(text);
  if (type !== 'n' || !Number.isFinite(number)) return withoutEscapes(text);
  const isDate = isSerial(number) || (number >= 0 && number < 1);
  return context.dateStyles[Number(style)] && isDate ? serialText(number, context.epoch) : number;
}

/** Characters that XML cannot hold are written as `_x000D_`, and an underscore before such a text as `_x005F_`. */
function withoutEscapes(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));
}
