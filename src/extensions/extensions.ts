import { type Extension } from '../calendar/extension-api/extension.js';
import { geoloc } from './geoloc/geoloc.extension.js';

/** The extensions of this service; the setting EXTENSIONS turns them on. */
export const extensions: readonly Extension[] = [geoloc];
