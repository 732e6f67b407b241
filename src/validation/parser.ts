import { Fault } from '../errors/fault.js';

/** A class of fields, such as a DTO or a query. */
export interface DtoClass<T extends object = object> {
  new (): T;
}

/** The fields of a response that its body class lacks: a body may carry them, and they are ignored. */
export type OwnReadOnly<Response, Body, Shared> = Record<Exclude<keyof Response, keyof Body | keyof Shared>, true>;

/** Tells the classes whose fields an extension adds to those of a class of responses. */
export type MoreFields = (Dto: DtoClass) => readonly DtoClass[];

/**
 * Turns a raw value into a typed one, or says what is wrong with it. Never throws.
 *
 * `raw` is any JSON value (from a body), or text or a list of texts (from a query or form). Absent and empty values
 * never reach a parser.
 */
export type Parser<T> = (raw: unknown) => T | Fault;

/** A parser of one value. It takes a list of one (`key[]=5`) as that value, and refuses a list of several. */
export function single<T>(parse: (value: unknown) => T | Fault): (raw: unknown) => T | Fault {
  return (raw) => {
    if (!Array.isArray(raw) || raw.length === 0) return parse(raw);
    return raw.length === 1 ? parse(raw[0]) : new Fault((messages) => messages.givenTwice);
  };
}
