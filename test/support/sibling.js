/** A worker that does nothing but announce writes and hear of them, slowly; on behalf of a test. */
import { Siblings } from '../../dist/src/siblings/siblings.js';
import { loadSettings } from '../../dist/src/config/load-settings.js';

const siblings = new Siblings(loadSettings({ WEB_CONCURRENCY: '3' }));
let heard = 0;

siblings.onAnnounced(() => {
  const start = performance.now();
  while (performance.now() - start < 50);
  heard += 1;
});

process.on('message', async (message) => {
  const start = performance.now();
  if (message === 'announce') await siblings.announce();
  if (message === 'announce' || message === 'report') process.send({ heard, ms: performance.now() - start });
});

// It is ready.
process.send({ heard, ms: 0 });
