/** An object up to the list that it ends with: its members, and the beginning of the list. */
export function head(members: object, list: string): string {
  return `${json(members).slice(0, -1)},${json(list)}:[\n`;
}

export const json = (value: object | string): string => JSON.stringify(value);
