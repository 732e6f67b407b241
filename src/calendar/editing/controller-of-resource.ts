import { type Role } from '../../http/role.js';
import { type ResourceDefinition } from '../resource/definition.js';

/** The lowest role that may edit some records of a resource. */
export function roleOfEditors({ isPublished }: ResourceDefinition): Role {
  return isPublished ? 'contributor' : 'editor';
}

/** Names a class that is made for a resource, so that the documentation and the log tell them apart. */
export function named<C extends object>(
  made: C,
  { names: { singular } }: ResourceDefinition,
  name: (singular: string) => string,
): C {
  Object.defineProperty(made, 'name', { value: name(singular.charAt(0).toUpperCase() + singular.slice(1)) });
  return made;
}
