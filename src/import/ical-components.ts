import ICAL from 'ical.js';
import { because, type Reason } from './messages.js';
import { type RefusedRecord } from './record.js';

/** The parts of an iCalendar file (RFC 5545), each parsed by itself: a broken event breaks no other. */
interface IcalFile {
  /** Of the calendar itself. */
  readonly properties: ReadonlyMap<string, string>;
  readonly timezones: ReadonlyMap<string, ICAL.Component>;
  readonly events: readonly (ICAL.Component | RefusedRecord)[];
}

export function readIcalFile(text: string): IcalFile {
  const { head, chunks } = split(unfolded(text));
  const timezones = new Map<string, ICAL.Component>();
  for (const { lines } of chunks.filter(({ name }) => name === 'VTIMEZONE')) {
    const timezone = parsed(lines, 'vtimezone');
    const id = timezone instanceof ICAL.Component ? valueOf(timezone, 'tzid') : undefined;
    if (id !== undefined) timezones.set(id, timezone as ICAL.Component);
  }
  const events = chunks.filter(({ name }) => name === 'VEVENT').map(readEvent);
  if (chunks.at(-1)?.isWhole !== false && isCutOff(head)) events.push(CUT_OFF);
  return { properties: propertiesOf(head), timezones, events };
}

/** Content lines as they were before they were folded, whatever ends them (RFC 5545, 3.1). */
export function unfolded(text: string): string {
  return text.replace(/\r+\n?|\n/g, '\n').replace(/\n[ \t]/g, '');
}

const CUT_OFF: RefusedRecord = { id: 'ical', title: '', reason: because((messages) => messages.cutOff) };

/** Whether a calendar has no end. Between two events nothing else tells it. */
function isCutOff(head: readonly string[]): boolean {
  const edges = head.filter((line) => /^(?:BEGIN|END):VCALENDAR\s*$/i.test(line));
  return !/^END/i.test(edges.at(-1)!);
}

interface Chunk {
  readonly name: string;
  readonly lines: string[];
  isWhole: boolean;
}

/** Events and time zones as their lines, and the lines around them. Something that is not closed ends where the next begins. */
function split(unfolded: string): { head: string[]; chunks: Chunk[] } {
  const head: string[] = [];
  const chunks: Chunk[] = [];
  let open: Chunk | undefined;
  for (const line of unfolded.split('\n')) {
    const [, edge, name] = /^(BEGIN|END):(VEVENT|VTIMEZONE)\s*$/i.exec(line) ?? [];
    if (edge?.toUpperCase() === 'BEGIN') chunks.push((open = { name: name!.toUpperCase(), lines: [], isWhole: false }));
    if (line.trim() !== '') (open?.lines ?? head).push(line);
    if (edge?.toUpperCase() === 'END' && open) {
      open.isWhole = true;
      open = undefined;
    }
  }
  return { head, chunks };
}

function readEvent({ lines, isWhole }: Chunk): ICAL.Component | RefusedRecord {
  const event = isWhole ? parsed(lines, 'vevent') : because((messages) => messages.unfinished);
  if (event instanceof ICAL.Component) return event;
  const raw = propertiesOf(lines);
  return { id: `ical:${raw.get('UID') ?? ''}`, title: unescaped(raw.get('SUMMARY') ?? ''), reason: event };
}

/** Its words are the same in small letters (RFC 5545, 2), which the parser does not know. */
const RULE = /^(?:RRULE|EXRULE)[;:]/i;

function parsed(lines: readonly string[], name: string): ICAL.Component | Reason {
  try {
    const readable = lines.map((line) => (RULE.test(line) ? line.toUpperCase().replace(/\s/g, '') : line));
    const calendar = ICAL.parse(['BEGIN:VCALENDAR', ...readable, 'END:VCALENDAR'].join('\r\n')) as unknown[];
    const component = new ICAL.Component(calendar as never).getFirstSubcomponent(name);
    return component ?? because((messages) => messages.unfinished);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return because((messages) => messages.broken(detail));
  }
}

/** The first of each name, as written, where no more is needed. */
function propertiesOf(lines: readonly string[]): Map<string, string> {
  const properties = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
    if (name !== '' && !properties.has(name.toUpperCase())) properties.set(name.toUpperCase(), value.trim());
  }
  return properties;
}

function unescaped(text: string): string {
  return text.replace(/\\n/gi, ' ').replace(/\\([,;\\])/g, '$1');
}

/** The text of a property; undefined where it is absent or blank. */
export function valueOf(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name) as string | null | undefined;
  if (value === null || value === undefined) return undefined;
  const text = String(value).trim();
  return text === '' ? undefined : text;
}

/** All values of all properties of a name: a property may hold several (RFC 5545, 3.1.2). */
export function valuesOf(component: ICAL.Component, name: string): string[] {
  return component
    .getAllProperties(name)
    .flatMap((property) => property.getValues() as unknown[])
    .map((value) => String(value).trim())
    .filter(Boolean);
}
