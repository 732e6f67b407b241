/**
 * Restores the stored value of each text that a client sends back exactly as it read it. Parsing could change such a
 * text: it decodes entities (`&amp;` in a title would become `&`), and cleans HTML by rules that may have changed
 * since.
 * @param body the parsed body, which is changed in place
 * @param sent the same part of the body before it was parsed
 * @param stored the values that a read returns, by their names in the API
 */
export function ignoreUnchangedInput(body: object, sent: unknown, stored: object): void {
  if (typeof sent !== 'object' || sent === null) return;
  for (const [name, text] of Object.entries(sent))
    if (typeof text === 'string' && typeof Reflect.get(body, name) === 'string' && Reflect.get(stored, name) === text)
      Reflect.set(body, name, text);
}
