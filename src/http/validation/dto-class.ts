/** A class of fields, such as a DTO or a query. */
export interface DtoClass<T extends object = object> {
  new (): T;
}

/** The fields of a response that its body class lacks: a body may carry them, and they are ignored. */
export type OwnReadOnly<Response, Body, Shared> = Record<Exclude<keyof Response, keyof Body | keyof Shared>, true>;
