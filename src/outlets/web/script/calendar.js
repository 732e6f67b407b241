/** The calendar without reloads: other months, views and filters, and a search that follows the typing. */

/** Milliseconds after the last key until the search begins. */
const PAUSE = 300;

/** What the browser keeps for this tab; undefined where it may keep nothing. */
const memory = (() => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
})();

let running;

/** Removes the fragment from an address: it scrolls and loads nothing. */
const withoutHash = (url) => String(url).split('#')[0];

/** The address of the state that is shown, without a fragment. */
let shownAddress = withoutHash(location.href);

/** Loads a state of the calendar and shows it in place of the present one. */
async function show(url, { isNew = true, keepsFocus = false } = {}) {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  document.querySelector('[data-results]')?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(url, { signal, headers: { Accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.querySelector('[data-calendar]');
    // Errors and redirects are shown as the pages that they are.
    if (!response.ok || response.redirected || !next) return void location.assign(url);
    replace(page, next, keepsFocus);
    if (isNew) history.pushState(null, '', url);
    shownAddress = withoutHash(url);
    remember();
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(url);
  }
}

/** Replaces the parts that differ. The search keeps the focus and what has been typed since. */
function replace(page, next, keepsFocus) {
  const shown = document.querySelector('[data-calendar]');
  const focused = document.activeElement;
  const successor = shown.contains(focused) ? sameControl(focused) : null;
  document.title = page.title;
  document.querySelector('.language')?.setAttribute('href', page.querySelector('.language').getAttribute('href'));
  document.querySelector('.foot')?.replaceWith(page.querySelector('.foot'));
  const search = shown.querySelector('.search');
  const replacement = next.querySelector('.search');
  shown.replaceWith(next);
  if (search && replacement) {
    const input = search.querySelector('#search');
    const { selectionStart, selectionEnd } = input;
    if (!keepsFocus) input.value = replacement.querySelector('#search').value;
    // The very elements, so that the cursor, the keyboard of a phone and the suggestions stay.
    replacement.replaceWith(search);
    if (keepsFocus) {
      input.focus();
      return input.setSelectionRange(selectionStart, selectionEnd);
    }
  }
  if (successor) next.querySelector(successor)?.focus();
}

/** A selector of the same control after a replacement, or null. */
function sameControl(control) {
  if (control.id) return `#${CSS.escape(control.id)}`;
  const label = control.getAttribute('aria-label');
  return label && `[aria-label="${CSS.escape(label)}"]`;
}

/** The address that a form would lead to, without empty fields. */
function addressOf(form) {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form)) if (value !== '') url.searchParams.append(name, value);
  return url;
}

/** Whether a link leads to the calendar that is shown. */
function isCalendarLink(link, event) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || link.target || link.origin !== location.origin || link.getAttribute('href').startsWith('#'))
    return false;
  return link.closest('.bar, .quick, .pager, .empty, .count, .month .more') !== null;
}

/** Keeps the address for “All events” on the pages that the calendar leads to. */
function remember() {
  if (!document.body.classList.contains('framed')) memory?.setItem('calendar', shownAddress);
}

if (document.querySelector('[data-calendar]')) {
  remember();
  let timer;
  document.addEventListener('click', (event) => {
    const link = event.target.closest('[data-calendar] a');
    if (!link || !isCalendarLink(link, event)) return;
    event.preventDefault();
    void show(link.href);
  });
  document.addEventListener('submit', (event) => {
    if (!event.target.matches('[data-filters]')) return;
    event.preventDefault();
    clearTimeout(timer);
    void show(addressOf(event.target), { keepsFocus: true });
  });
  document.addEventListener('change', ({ target }) => {
    if (target.matches('[data-filters] select')) void show(addressOf(target.form));
  });
  document.addEventListener('input', ({ target }) => {
    if (!target.matches('[data-filters] input')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void show(addressOf(target.form), { keepsFocus: true }), PAUSE);
  });
  addEventListener('popstate', () => {
    // A link within the page, such as the one past the navigation, also comes here.
    if (withoutHash(location.href) !== shownAddress) void show(location.href, { isNew: false });
  });
}
