import { Fault, type NestedFaults } from '../errors/fault.js';

/** A class of fields; one of a body says which names it ignores because reads answer them. */
export interface DtoClass<T extends object = object> {
  new (): T;
  readonly readOnly?: Readonly<Record<string, true>>;
  /** Of a query: another one whose fields of extensions it takes as well. */
  readonly like?: DtoClass;
}

/** What a class of bodies ignores beside `Shared`: all that its answer has and it has not, so that what was read may be sent back. */
export type OwnReadOnly<Answer, Body, Shared> = Record<Exclude<keyof Answer, keyof Body | keyof Shared>, true>;

/** Tells the classes whose fields are read together with those of a class, as if they stood in it: see `Extensions`. */
export type MoreFields = (Dto: DtoClass) => readonly DtoClass[];

/**
 * Turns what a caller sent into a value, or says what is wrong with it. Never throws.
 *
 * `raw` is any JSON value (from a body), or text or a list of texts (from a query or form). Whether the value is absent
 * or empty is the caller's business: parsers see only what is there. `more` is for those that read fields in turn.
 */
export type Parser<T> = (raw: unknown, more?: MoreFields) => T | Fault | NestedFaults;

/** A parser of one value. A list of one is that one (`key[]=5`); a list of several is a fault: which one would be meant? */
export function single<T>(parse: (value: unknown) => T | Fault): (raw: unknown) => T | Fault {
  return (raw) => {
    if (!Array.isArray(raw) || raw.length === 0) return parse(raw);
    return raw.length === 1 ? parse(raw[0]) : new Fault((messages) => messages.givenTwice);
  };
}
