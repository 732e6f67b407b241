/** A colour of sRGB, 0 to 255 each. */
type Rgb = readonly [red: number, green: number, blue: number];

function parseHex(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (hex.slice(1).match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** The contrast ratio of two colours (WCAG 2.2), 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(parseHex(one)), luminance(parseHex(other))].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Mixes a colour with a share of another one. */
export function mix(color: string, other: string, share: number): string {
  const [from, to] = [parseHex(color), parseHex(other)];
  return toHex(from.map((part, index) => part + (to[index]! - part) * share) as unknown as Rgb);
}

/** The colour, moved towards black or white as little as its contrast with every one of the backgrounds needs. */
export function readable(color: string, backgrounds: readonly string[], least = 4.6): string {
  const isLight = backgrounds.every((background) => contrast(background, '#000000') > 4.6);
  const end = isLight ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, end, share);
    if (backgrounds.every((background) => contrast(mixed, background) >= least)) return mixed;
  }
  return end;
}
