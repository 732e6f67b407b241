import cliProgress from 'cli-progress';

export interface Progress {
  update(done: number): void;
  stop(): void;
}

const PAUSE = 5000;

/** Shows a bar in a terminal. In a log, or if the total is not known, it writes a line now and then. */
export function progressOn(stream: NodeJS.WriteStream, total: number | undefined): Progress {
  return stream.isTTY && total !== undefined ? bar(stream, total) : lines(stream, total);
}

function bar(stream: NodeJS.WriteStream, total: number): Progress {
  const format = '{bar} {value}/{total}  {duration_formatted}';
  const shown = new cliProgress.SingleBar(
    { stream, format, hideCursor: true, clearOnComplete: true, gracefulExit: false },
    cliProgress.Presets.shades_classic,
  );
  shown.start(total, 0);
  return { update: (done) => shown.update(done), stop: () => shown.stop() };
}

function lines(stream: NodeJS.WriteStream, total: number | undefined): Progress {
  let last = performance.now();
  return {
    update: (done) => {
      if (performance.now() - last < PAUSE) return;
      last = performance.now();
      stream.write(`${[done, total].filter((number) => number !== undefined).join('/')}\n`);
    },
    stop: () => undefined,
  };
}
