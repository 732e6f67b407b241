import { createLog, nestLogger } from './log.js';

function logged(write: (logger: ReturnType<typeof nestLogger>) => void): unknown[] {
  const lines: string[] = [];
  write(nestLogger(createLog('trace', { write: (line) => void lines.push(line) })));
  return lines.map((line) => JSON.parse(line) as unknown);
}

it('logs messages of Nest with their context', () => {
  const lines = logged((logger) => {
    logger.log('Ready.', 'Service');
    logger.log('Mapped {/events, GET} route', 'RouterExplorer');
    logger.error('It failed.', 'Error: at x', 'Service');
    logger.error('The start failed.', 'Error: at x', 'ExceptionHandler');
  });
  expect(lines).toMatchObject([
    { level: 'info', context: 'Service', msg: 'Ready.' },
    { level: 'debug', context: 'RouterExplorer' },
    { level: 'error', context: 'Service', msg: 'It failed.', stack: 'Error: at x' },
  ]);
});

it('logs an object together with its message', () => {
  const lines = logged((logger) => logger.warn({ err: new Error('cut off') }, 'It could not be read.', 'Service'));
  expect(lines).toMatchObject([
    { level: 'warn', context: 'Service', msg: 'It could not be read.', err: { message: 'cut off' } },
  ]);
});
