/** A piece of text that is in both versions, only in the former one, or only in the present one. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The product of the numbers of words up to which versions are compared word by word: that of two texts of 2,000. */
const MOST = 16_000_000;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** The numbers of words that the ends of both versions have in common, from each word on. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let one = before.length - 1; one >= 0; one -= 1) {
    const [row, below] = [lengths[one], lengths[one + 1]];
    if (!row || !below) continue;
    for (let two = after.length - 1; two >= 0; two -= 1)
      row[two] = before[one] === after[two] ? (below[two + 1] ?? 0) + 1 : Math.max(below[two] ?? 0, row[two + 1] ?? 0);
  }
  return lengths;
}

/** The differences of two texts, word by word. */
export function wordDiff(former: string, present: string): Piece[] {
  const [before, after] = [wordsOf(former), wordsOf(present)];
  if (before.length * after.length > MOST)
    return [
      { kind: 'removed', text: former },
      { kind: 'added', text: present },
    ];
  const lengths = commonLengths(before, after);
  const pieces: { kind: Piece['kind']; text: string }[] = [];
  const add = (kind: Piece['kind'], text = '') => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  let [one, two] = [0, 0];
  while (one < before.length || two < after.length) {
    if (one < before.length && before[one] === after[two]) {
      add('same', before[one]);
      one += 1;
      two += 1;
    } else if (one < before.length && (lengths[one + 1]?.[two] ?? 0) >= (lengths[one]?.[two + 1] ?? -1)) {
      add('removed', before[one]);
      one += 1;
    } else {
      add('added', after[two]);
      two += 1;
    }
  }
  return pieces;
}
