/** `npm run build`: generates src/generated/metadata.ts and compiles everything into dist/. */
import './lib/node-version.js';
import { main } from './lib/failure.js';
import { rebuild } from './lib/prepare.js';

await main(rebuild);
