/** A point in parts of width and height. */
interface Focus {
  readonly x: number;
  readonly y: number;
}

const percent = (part: number): number => Math.round(part * 100);

/**
 * The classes of a picture that keep its focal point visible where it is cropped. The Content-Security-Policy of the pages
 * allows no `style` attribute, so that the style sheet has a rule for each per cent.
 */
export function focusClass(focus: Focus | null): string | undefined {
  return focus ? `focus-x-${percent(focus.x)} focus-y-${percent(focus.y)}` : undefined;
}

/** The rules of these classes, which set `--focus-x` and `--focus-y`. */
export function focusCss(): string {
  const rules = ['x', 'y'].flatMap((side) =>
    Array.from({ length: 101 }, (_, part) => `.focus-${side}-${part}{--focus-${side}:${part}%}`),
  );
  return `${rules.join('')}\n`;
}
