/** The names of the types of records to which keys can be limited. The composition of the application provides them. */
export class KeyScopes {
  constructor(readonly names: readonly string[]) {}
}
