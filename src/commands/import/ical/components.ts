import ICAL from 'ical.js';

export interface Property {
  readonly parameters: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The value as in the file, with escapes. */
  readonly value: string;
  readonly line: string;
}

/** A component (RFC 5545, 3.6). Properties are parsed on demand: errors in unused ones do not matter. */
export class Component {
  readonly components: Component[] = [];
  readonly unreadable: string[] = [];
  isClosed = false;
  private readonly lines = new Map<string, string[]>();
  private readonly parsed = new Map<string, Property[]>();

  constructor(
    readonly name: string,
    readonly line: number,
  ) {}

  addLine(line: string): void {
    const name = /^[\w-]+(?=[;:])/.exec(line)?.[0].toLowerCase();
    const known = name === undefined ? this.unreadable : this.lines.get(name);
    if (known) known.push(line);
    else this.lines.set(name!, [line]);
  }

  all(name: string): Component[] {
    return this.components.filter((component) => component.name === name);
  }

  has(name: string): boolean {
    return this.properties(name).length > 0;
  }

  isBlank(name: string): boolean {
    return (this.lines.get(name)?.length ?? 0) > this.properties(name).length;
  }

  properties(name: string): readonly Property[] {
    const known = this.parsed.get(name);
    if (known) return known;
    const properties = (this.lines.get(name) ?? []).map(parseLine).filter(({ value }) => value !== '');
    this.parsed.set(name, properties);
    return properties;
  }

  text(name: string): string | undefined {
    return this.properties(name)
      .map(({ value }) => unescaped(value).trim())
      .find((text) => text !== '');
  }

  /** A parameter of the first property with a name. */
  parameter(name: string, parameter: string): string | undefined {
    const [property] = this.properties(name);
    return property && parameterOf(property, parameter);
  }

  texts(name: string): string[] {
    return this.properties(name)
      .flatMap(({ value }) => value.match(/(?:\\[^]|[^\\,])+/g) ?? [])
      .map((text) => unescaped(text).trim())
      .filter(Boolean);
  }
}

export function parameterOf({ parameters }: Property, name: string): string | undefined {
  return [parameters[name]].flat()[0];
}

/** Components that cannot be nested in each other: BEGIN of one closes another whose END is missing. */
const SEPARATE = ['vcalendar', 'vevent', 'vtodo', 'vjournal', 'vfreebusy', 'vtimezone'];

const MAX_DEPTH = 4;

export function parseCalendars(text: string): Component[] {
  const calendars: Component[] = [];
  let open: Component[] = [];
  for (const [line, number] of numberedLines(text)) {
    const [, edge, word] = /^(BEGIN|END):([\w-]+)$/i.exec(line) ?? [];
    const name = word?.toLowerCase();
    if (name === undefined) open.at(-1)?.addLine(line);
    else if (/^begin/i.test(edge!)) {
      if (SEPARATE.includes(name)) open = name === 'vcalendar' ? [] : open.slice(0, 1);
      const component = new Component(name, number);
      (open.at(-1)?.components ?? calendars).push(component);
      // Deeper components are never read.
      if (open.length < MAX_DEPTH) open.push(component);
    } else {
      const place = open.findLastIndex((component) => component.name === name);
      if (place >= 0) open.splice(place)[0]!.isClosed = true;
    }
  }
  return calendars;
}

function* numberedLines(text: string): Generator<[string, number]> {
  let number = 1;
  for (const line of text.replace(/\r+\n?|\n/g, '\n').split(/\n(?![ \t])/)) {
    const whole = line.replace(/\n[ \t]/g, '').trimEnd();
    if (whole !== '') yield [whole, number];
    number += line.split('\n').length;
  }
}

/** Values are kept as text; their type is determined when they are read. */
const RAW = { ...ICAL.design.icalendar, property: {}, value: {} };

function parseLine(line: string): Property {
  try {
    // Zone names as Windows shows them, `(UTC-05:00) Eastern Time`, contain a colon and should be quoted.
    const quoted = line.replace(/;TZID=(\((?:UTC|GMT)[^()"]*\)[^";:]*)/i, ';TZID="$1"');
    type Parsed = [name: string, parameters: Property['parameters'], type: string, value: string];
    const [, parameters, , value] = ICAL.parse.property(quoted, RAW) as Parsed;
    return { parameters, value: value.trim(), line };
  } catch {
    return { parameters: {}, value: line.slice(line.indexOf(':') + 1).trim(), line };
  }
}

function unescaped(text: string): string {
  return text.replace(/\\([n,;\\])/gi, (_all, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped));
}
