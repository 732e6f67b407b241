/**
 * Suggestions below the search (ARIA combobox with a list): records whose title or name has what is typed. Arrow keys
 * choose one, Enter opens it, Escape closes the list. Enter without a choice searches.
 */

/** Milliseconds after the last key until suggestions are asked for. */
const SUGGESTION_PAUSE = 150;

const LIST_ID = 'suggestions';

const searchInput = document.querySelector('[data-suggestions] #search');

if (searchInput) {
  const { suggestions: address, origin, label, kinds } = searchInput.form.dataset;
  const names = JSON.parse(kinds);
  const days = new Intl.DateTimeFormat(document.documentElement.lang === 'fr' ? 'fr-CA' : 'en-CA', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  });
  const list = document.createElement('ul');
  Object.assign(list, { id: LIST_ID, className: 'suggestions', hidden: true });
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', label);
  searchInput.closest('.search').append(list);
  for (const [name, value] of Object.entries({ role: 'combobox', autocomplete: 'off' }))
    searchInput.setAttribute(name, value);
  searchInput.setAttribute('aria-autocomplete', 'list');
  searchInput.setAttribute('aria-controls', LIST_ID);
  searchInput.setAttribute('aria-expanded', 'false');

  let waiting;
  let asking;

  const close = () => {
    clearTimeout(waiting);
    asking?.abort();
    list.hidden = true;
    list.replaceChildren();
    searchInput.setAttribute('aria-expanded', 'false');
    searchInput.removeAttribute('aria-activedescendant');
  };

  /** The day of an event as it is written there: the offset does not change it. */
  const dayOf = (startsAt) =>
    days
      .format(new Date(`${startsAt.slice(0, 10)}T00:00:00Z`))
      .replace(/(?<!\d)1(?=\s\p{L})/u, document.documentElement.lang === 'fr' ? '1er' : '1');

  /** An address of the site without its origin: the page may be on another host. */
  const localUrl = (url) => (url.startsWith(origin) ? url.slice(origin.length - 1) : url);

  const optionOf = ({ kind, text, url, starts_at: startsAt }, index) => {
    const option = document.createElement('li');
    const about = document.createElement('span');
    Object.assign(option, { id: `${LIST_ID}-${index}`, textContent: text });
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    option.dataset.href = localUrl(url);
    about.textContent = startsAt ? dayOf(startsAt) : (names[kind] ?? '');
    option.append(' ', about);
    return option;
  };

  const ask = async () => {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const q = searchInput.value.trim();
    if (q.length < 2 || q.length > 100) return close();
    try {
      const response = await fetch(`${address}?q=${encodeURIComponent(q)}`, { signal });
      if (!response.ok) return close();
      const { suggestions } = await response.json();
      if (suggestions.length === 0 || document.activeElement !== searchInput) return close();
      list.replaceChildren(...suggestions.map(optionOf));
      list.hidden = false;
      searchInput.setAttribute('aria-expanded', 'true');
      searchInput.removeAttribute('aria-activedescendant');
    } catch (error) {
      // Without suggestions, the search works as before.
      if (error.name !== 'AbortError') close();
    }
  };

  const chosen = () => list.querySelector('[aria-selected="true"]');

  const choose = (option) => {
    chosen()?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) searchInput.setAttribute('aria-activedescendant', option.id);
    else searchInput.removeAttribute('aria-activedescendant');
  };

  searchInput.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), SUGGESTION_PAUSE);
  });
  searchInput.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const options = [...list.children];
    const index = options.indexOf(chosen());
    if (event.key === 'ArrowDown') choose(options[index + 1]);
    else if (event.key === 'ArrowUp') choose(index < 0 ? options.at(-1) : options[index - 1]);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && index >= 0) location.assign(options[index].dataset.href);
    else {
      if (event.key === 'Enter') close();
      return;
    }
    event.preventDefault();
  });
  searchInput.addEventListener('blur', () => {
    // New results move the search, which loses the focus for a moment.
    setTimeout(() => document.activeElement !== searchInput && close());
  });
  // The focus stays in the search while a suggestion is clicked.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role="option"]');
    if (option) location.assign(option.dataset.href);
  });
}
