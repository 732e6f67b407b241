/** What the pages can do in addition with a script. Everything works without it. */

const language = document.documentElement.lang;

/** The path of the site, from the address of the home page in the head of the page. */
const home = document.querySelector('.brand')?.getAttribute('href') ?? `/${language}`;

/** Remembers the language that the visitor chooses: the address without a language leads to it. */
document.querySelector('[data-language]')?.addEventListener('click', (event) => {
  const path = home.slice(0, home.lastIndexOf('/')) || '/';
  document.cookie = `lang=${event.currentTarget.dataset.language}; path=${path}; max-age=31536000; SameSite=Lax`;
});

/** Says when an event is in the time zone of the visitor, if its time of day is another one there. */
for (const element of document.querySelectorAll('[data-starts]')) {
  const { starts, ends, label } = element.dataset;
  const offset = /(?:Z|[+-]\d\d:\d\d)$/.exec(starts)[0];
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [null, '+', '0', '0'];
  const there = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  if (there === -new Date(starts).getTimezoneOffset()) continue;
  const options = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' };
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-CA' : 'en-CA', { ...options, timeZoneName: 'short' });
  const text = format.formatRange(new Date(starts), new Date(ends));
  // French leaves out full hours' minutes; no line breaks within a time.
  element.textContent =
    label + text.replace(/(\d)\sh\s00/g, '$1 h').replace(/(?<=\d)\s(?=h|[ap]\.m)|(?<=h)\s(?=\d)/g, '\u00A0');
  element.hidden = false;
}

/** “All events” leads back to the search, the filters and the month that the visitor came from. */
const back = document.querySelector('.record .back');
const lastCalendar = memory?.getItem('calendar');
if (back && lastCalendar && new URL(lastCalendar).pathname.startsWith(home)) back.href = lastCalendar;

/** Tells the sites that may frame the page how high it is, so that they can fit the frame. */
const { ancestors } = document.body.dataset;
if (ancestors && parent !== self)
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    for (const origin of ancestors.split(' ')) parent.postMessage({ type: 'calendar:height', height }, origin);
  }).observe(document.body);

/** Removes pictures that cannot be loaded: many are on other sites. */
function removeBroken(image) {
  (image.closest('figure') ?? image).remove();
}
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && removeBroken(target), true);
for (const image of document.images) if (image.complete && image.naturalWidth === 0) removeBroken(image);

/** Copies the address of the page. */
for (const link of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue;
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    const text = link.querySelector('span');
    const before = text.textContent;
    await navigator.clipboard.writeText(link.href);
    text.textContent = link.dataset.copy;
    setTimeout(() => (text.textContent = before), 2000);
  });
}

/** Closes a menu when something else is clicked, or by Escape. */
document.addEventListener('click', ({ target }) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  const menu = document.querySelector('.menu[open]');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
