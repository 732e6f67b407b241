/** The key of a person and the language of the page, which the browser keeps. */

export type Language = 'en' | 'fr';

export const LANGUAGES: readonly Language[] = ['en', 'fr'];

export const other = (language: Language): Language => (language === 'en' ? 'fr' : 'en');

const KEY = 'calendar.key';
const LANGUAGE = 'calendar.language';

/** The address of the site with its prefix, one segment above the page, without a slash at the end. */
export const site = new URL('../', document.baseURI).href.replace(/\/$/, '');

const OFFERED = 'calendar.offered-key';

/**
 * Takes the key that `npm run keys -- create` has put behind #key=, and removes it from the address and the history. Where
 * another key is in use, it is only offered: whose it is decides whether the person is asked.
 * @returns whether there was one
 */
export function takeKeyFromAddress(): boolean {
  const [, key] = /^#key=(cal_[\w-]+)$/.exec(location.hash) ?? [];
  if (!key) return false;
  const current = currentKey();
  if (current === undefined) keepKey(key, false);
  else if (key !== current) sessionStorage.setItem(OFFERED, key);
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}

const INVITATION = 'calendar.invitation';
const LINK_KIND = 'calendar.link-kind';

/**
 * Takes the token that an invitation has behind #invitation=, or a link for a new password behind #new-password=, and
 * removes it from the address and the history.
 * @returns whether there was one
 */
export function takeInvitationFromAddress(): boolean {
  const [, kind, token] = /^#(invitation|new-password)=(.*)$/.exec(location.hash) ?? [];
  if (kind === undefined || token === undefined) return false;
  sessionStorage.setItem(LINK_KIND, kind);
  // A link without its token is treated like an invitation that is no longer valid.
  sessionStorage.setItem(INVITATION, token || '-');
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}

/** The token of the invitation that was opened in this tab. */
export const openInvitation = (): string | undefined => sessionStorage.getItem(INVITATION) ?? undefined;

/** Whether it is a link for a new password. */
export const isForNewPassword = (): boolean => sessionStorage.getItem(LINK_KIND) === 'new-password';

export const forgetInvitation = (): void => [INVITATION, LINK_KIND].forEach((name) => sessionStorage.removeItem(name));

export const currentKey = (): string | undefined =>
  sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? undefined;

/** @param stay in this browser, not only in this tab */
export function keepKey(key: string, stay: boolean): void {
  forgetKey();
  (stay ? localStorage : sessionStorage).setItem(KEY, key);
}

/** The key of an address that was opened while another one was in use. */
export const offeredKey = (): string | undefined => sessionStorage.getItem(OFFERED) ?? undefined;

export const refuseOfferedKey = (): void => sessionStorage.removeItem(OFFERED);

export function forgetKey(): void {
  refuseOfferedKey();
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

/** The language chosen last, else the first of the browser's that the calendar has. */
export function currentLanguage(): Language {
  const chosen = [localStorage.getItem(LANGUAGE), ...navigator.languages.map((name) => name.slice(0, 2))];
  return chosen.find((name): name is Language => LANGUAGES.includes(name as Language)) ?? 'en';
}

/** The languages, that of the page first. */
export const ownLanguageFirst = (): Language[] => [currentLanguage(), other(currentLanguage())];

export const keepLanguage = (language: Language): void => localStorage.setItem(LANGUAGE, language);
