/** The records of a seeded calendar that the cases request. */

/** @typedef {Awaited<ReturnType<typeof findTargets>>} Targets */

/** @param {import('./service.js').Subject} service */
export async function findTargets({ root }) {
  const response = await fetch(`${root}/events?per_page=100`);
  const { events } = await response.json();
  const open = events.filter(({ password_protected: isProtected }) => !isProtected);
  const linked = (field) => [...new Set(events.flatMap((event) => event[field].map(({ id }) => id)))];
  return {
    ids: open.map(({ id }) => id),
    slugs: open.map(({ slug }) => slug),
    venues: linked('venue'),
    categories: linked('categories'),
    tags: linked('tags'),
    list: await (await fetch(`${root}/events`)).text(),
  };
}
