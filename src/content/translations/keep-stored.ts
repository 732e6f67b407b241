/**
 * Has a body mean what is stored wherever it was sent exactly as it is stored: reading a text is not always undone by
 * sending it back, since entities are decoded once (`&amp;` in a title would become `&`) and HTML was cleaned by other rules.
 * @param sent the same part of the body before it was read
 * @param stored what a read shows, by the names of the wire
 */
export function keepStored(body: object, sent: unknown, stored: object): void {
  if (typeof sent !== 'object' || sent === null) return;
  for (const [name, text] of Object.entries(sent))
    if (typeof text === 'string' && typeof Reflect.get(body, name) === 'string' && Reflect.get(stored, name) === text)
      Reflect.set(body, name, text);
}
