/**
 * The form with which visitors send events, in addition to what it does without a script: it suggests venues, and keeps
 * everything, the picture too, where something is to be corrected or the network fails.
 */

/** The largest picture, in bytes. */
const MAX_PICTURE = 5 * 1024 * 1024;

/** Suggests the venues of the calendar, of which one fills the address as well. */
function suggestVenues(form) {
  const venue = form.querySelector('[data-venues]');
  const fieldOf = (name) => form.elements.namedItem(name);
  suggestBelow(venue, {
    id: 'venues',
    label: venue.dataset.label,
    place: venue.closest('.field'),
    ask: async (q, signal) => {
      if (q.length < 2 || q.length > 100) return [];
      const query = new URLSearchParams({ search: q, per_page: '8', _fields: 'venue,address,city' });
      const response = await fetch(`${venue.dataset.venues}?${query}`, { signal });
      return response.ok ? (await response.json()).venues : [];
    },
    optionOf: ({ venue: text, address, city }) => ({ text, about: [address, city].filter(Boolean).join(', ') }),
    take: (chosen) => {
      venue.value = chosen.venue;
      fieldOf('address').value = chosen.address ?? '';
      fieldOf('city').value = chosen.city ?? '';
    },
  });
}

/** Whole days have no time: their inputs are those of dates. The end is not before the start. */
function followDates(form) {
  const [start, end, allDay] = ['start_date', 'end_date', 'all_day'].map((name) => form.elements.namedItem(name));
  const follow = () => {
    for (const input of [start, end]) {
      // What was written in words stays as it is.
      if (input.type === 'text') continue;
      const day = input.value.slice(0, 10);
      const [type, value] = allDay.checked
        ? ['date', day]
        : ['datetime-local', day === '' || input.value.includes('T') ? input.value : `${day}T00:00`];
      if (input.type === type) continue;
      input.type = type;
      input.value = value;
    }
    if (end.type === start.type && start.type !== 'text') end.min = start.value;
  };
  allDay.addEventListener('change', follow);
  start.addEventListener('change', follow);
  follow();
}

/** Sends the form, and shows it again where something is wrong. */
async function sendEvent(form) {
  const state = form.querySelector('[data-state]');
  const picture = form.elements.namedItem('file');
  const { sending, notSent, tooLarge } = form.dataset;
  if (picture.files[0]?.size > MAX_PICTURE) {
    state.textContent = tooLarge;
    return picture.focus();
  }
  const button = form.querySelector('button');
  button.disabled = true;
  state.textContent = sending;
  try {
    const response = await fetch(form.action, {
      ...{ method: 'POST', body: new FormData(form), headers: { Accept: 'text/html' } },
    });
    if (response.redirected) return location.assign(response.url);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const again = page.querySelector('[data-submit]');
    if (again) return showAgain(form, again, picture);
    state.textContent = page.querySelector('.failure p')?.textContent ?? notSent;
  } catch {
    state.textContent = notSent;
  }
  button.disabled = false;
}

/** Replaces the form by the one with the errors, in which the picture stays chosen. */
function showAgain(form, again, picture) {
  const empty = again.elements.namedItem('file');
  for (const name of ['aria-invalid', 'aria-describedby']) {
    const value = empty.getAttribute(name);
    if (value === null) picture.removeAttribute(name);
    else picture.setAttribute(name, value);
  }
  empty.replaceWith(picture);
  if (picture.files.length > 0) again.querySelector('[data-again]')?.remove();
  form.replaceWith(again);
  enhance(again);
  const wrong = again.querySelector('[aria-invalid]');
  if (wrong) return wrong.focus();
  const notice = again.querySelector('[data-notice]');
  notice.tabIndex = -1;
  notice.focus();
}

function enhance(form) {
  suggestVenues(form);
  followDates(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendEvent(form);
  });
}

const submitForm = document.querySelector('[data-submit]');
if (submitForm) enhance(submitForm);
