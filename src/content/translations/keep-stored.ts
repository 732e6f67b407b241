/**
 * Keeps the stored value of every field that a body sends exactly as a read shows it. Parsing it again could change it:
 * entities are decoded once (`&amp;` in a title would become `&`), and HTML may have been cleaned by other rules.
 * @param sent the same part of the body before it was parsed
 * @param stored the values that a read shows, by their names in the API
 */
export function keepStored(body: object, sent: unknown, stored: object): void {
  if (typeof sent !== 'object' || sent === null) return;
  for (const [name, text] of Object.entries(sent))
    if (typeof text === 'string' && typeof Reflect.get(body, name) === 'string' && Reflect.get(stored, name) === text)
      Reflect.set(body, name, text);
}
