import { writeFileSync } from 'node:fs';
import { openapiTexts } from './openapi-texts.js';

/** The first half of `npm run openapi` (scripts/openapi.js): writes the English and the French document to two paths. */
const [english = '', french = ''] = process.argv.slice(2);
const { en, fr } = await openapiTexts();
writeFileSync(english, en);
writeFileSync(french, fr);
