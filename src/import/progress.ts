import cliProgress from 'cli-progress';

/** Shows on stderr how far something has come. */
export interface Progress {
  tell(done: number): void;
  stop(): void;
}

/** Milliseconds between two lines where there is no terminal. */
const PAUSE = 5000;

/** A bar in a terminal; elsewhere, such as in a log, a line now and then. */
export function progressOn(stream: NodeJS.WriteStream, total: number): Progress {
  return stream.isTTY ? bar(stream, total) : lines(stream, total);
}

function bar(stream: NodeJS.WriteStream, total: number): Progress {
  const format = '{bar} {value}/{total}  {duration_formatted}';
  const shown = new cliProgress.SingleBar(
    { stream, format, hideCursor: true, clearOnComplete: true, gracefulExit: false },
    cliProgress.Presets.shades_classic,
  );
  shown.start(total, 0);
  return { tell: (done) => shown.update(done), stop: () => shown.stop() };
}

function lines(stream: NodeJS.WriteStream, total: number): Progress {
  let last = performance.now();
  return {
    tell: (done) => {
      if (performance.now() - last < PAUSE) return;
      last = performance.now();
      stream.write(`${done}/${total}\n`);
    },
    stop: () => undefined,
  };
}
