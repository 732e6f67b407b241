import { resources } from '../resources.js';
import { IMAGE } from './image.names.js';

/** The types of records to which keys can be limited. */
export const keyScopes: readonly string[] = [...resources.map(({ names }) => names.plural), IMAGE.plural];
