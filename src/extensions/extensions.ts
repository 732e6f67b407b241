import { type Extension } from '../extension-api/extension.js';
import { geoloc } from './geoloc/geoloc.extension.js';

/** The extensions that this service has; the setting EXTENSIONS says which of them are on. */
export const extensions: readonly Extension[] = [geoloc];
