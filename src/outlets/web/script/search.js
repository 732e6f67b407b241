/**
 * Suggestions below an input (ARIA combobox with a list). Arrow keys choose one, Enter takes it, Escape closes the list.
 * @param input the input, whose `place` gets the list
 * @param ask returns the suggestions for what is typed; none while nothing is to be suggested
 * @param optionOf returns the text of a suggestion, and what is said about it
 * @param take is called with the suggestion that was chosen
 */
function suggestBelow(input, { id, label, place, ask, optionOf, take }) {
  /** Milliseconds after the last key until suggestions are asked for. */
  const pause = 150;
  const list = document.createElement('ul');
  Object.assign(list, { id, className: 'suggestions', hidden: true });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', label);
  place.append(list);
  const attributes = { role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-controls': id };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  input.setAttribute('aria-expanded', 'false');

  let waiting;
  let asking;
  let suggested = [];

  const close = () => {
    clearTimeout(waiting);
    asking?.abort();
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };

  const elementOf = (suggestion, index) => {
    const option = document.createElement('li');
    const about = document.createElement('span');
    const shown = optionOf(suggestion);
    Object.assign(option, { id: `${id}-${index}`, textContent: shown.text });
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    about.textContent = shown.about;
    option.append(' ', about);
    return option;
  };

  const show = async () => {
    asking?.abort();
    asking = new AbortController();
    try {
      suggested = await ask(input.value.trim(), asking.signal);
      if (suggested.length === 0 || document.activeElement !== input) return close();
      list.replaceChildren(...suggested.map(elementOf));
      list.hidden = false;
      input.setAttribute('aria-expanded', 'true');
      input.removeAttribute('aria-activedescendant');
    } catch (error) {
      // Without suggestions, the input works as before.
      if (error.name !== 'AbortError') close();
    }
  };

  const chosen = () => list.querySelector('[aria-selected="true"]');

  const choose = (option) => {
    chosen()?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };

  const takeAt = (index) => {
    const suggestion = suggested[index];
    close();
    take(suggestion);
  };

  input.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void show(), pause);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const options = [...list.children];
    const index = options.indexOf(chosen());
    if (event.key === 'ArrowDown') choose(options[index + 1]);
    else if (event.key === 'ArrowUp') choose(index < 0 ? options.at(-1) : options[index - 1]);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && index >= 0) takeAt(index);
    else {
      if (event.key === 'Enter') close();
      return;
    }
    event.preventDefault();
  });
  input.addEventListener('blur', () => {
    // New results move the search, which loses the focus for a moment.
    setTimeout(() => document.activeElement !== input && close());
  });
  // The focus stays in the input while a suggestion is clicked.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role="option"]');
    if (option) takeAt([...list.children].indexOf(option));
  });
}

/** Suggestions below the search: records whose title or name has what is typed. Enter without a choice searches. */
const searchInput = document.querySelector('[data-suggestions] #search');

if (searchInput) {
  const { suggestions: address, origin, label, kinds } = searchInput.form.dataset;
  const names = JSON.parse(kinds);
  const days = new Intl.DateTimeFormat(document.documentElement.lang === 'fr' ? 'fr-CA' : 'en-CA', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  });

  /** The day of an event as it is written there: the offset does not change it. */
  const dayOf = (startsAt) =>
    days
      .format(new Date(`${startsAt.slice(0, 10)}T00:00:00Z`))
      .replace(/(?<!\d)1(?=\s\p{L})/u, document.documentElement.lang === 'fr' ? '1er' : '1');

  /** An address of the site without its origin: the page may be on another host. */
  const localUrl = (url) => (url.startsWith(origin) ? url.slice(origin.length - 1) : url);

  suggestBelow(searchInput, {
    id: 'suggestions',
    label,
    place: searchInput.closest('.search'),
    ask: async (q, signal) => {
      if (q.length < 2 || q.length > 100) return [];
      const response = await fetch(`${address}?q=${encodeURIComponent(q)}`, { signal });
      return response.ok ? (await response.json()).suggestions : [];
    },
    optionOf: ({ kind, text, starts_at: startsAt }) => ({
      text,
      about: startsAt ? dayOf(startsAt) : (names[kind] ?? ''),
    }),
    take: ({ url }) => location.assign(localUrl(url)),
  });
}
