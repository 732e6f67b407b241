import { writeFileSync } from 'node:fs';
import { openapiText } from './openapi-text.js';

/** `npm run openapi`: the document under version control is that of the sources. */
writeFileSync('docs/openapi.json', await openapiText());
