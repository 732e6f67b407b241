import { type PerLanguage } from '../../lib/i18n/language.js';
import { escapeMarkup } from '../../lib/text/markup.js';

/** Why a sign-in through the organization has failed. */
export type Failure = 'unreachable' | 'no-role' | 'disabled' | 'invitation-expired' | 'interrupted' | 'refused';

/** The statuses of the responses. */
export const FAILURE_STATUS: Readonly<Record<Failure, number>> = {
  unreachable: 503,
  'no-role': 403,
  disabled: 403,
  'invitation-expired': 410,
  interrupted: 400,
  refused: 400,
};

type Texts = Readonly<Record<Failure | 'title' | 'back', string>> & {
  readonly ask: (contact: string) => string;
};

const TEXTS: PerLanguage<Texts> = {
  en: {
    title: 'You are not signed in',
    unreachable: 'The service of your organization does not answer. Try again later, or sign in another way.',
    'no-role': 'Your organization knows you, but gives you no part in this calendar.',
    disabled: 'Your account is disabled.',
    'invitation-expired': 'The invitation does not work: it was used, or has expired. Ask for a new one.',
    interrupted: 'This sign-in was begun in another browser, or took too long. Begin again.',
    refused: 'The service of your organization has not confirmed the sign-in. Begin again.',
    ask: (contact) => `For help, ask: ${contact}`,
    back: 'Back to the calendar',
  },
  fr: {
    title: 'La connexion n’a pas abouti',
    unreachable: 'Le service de votre organisation ne répond pas. Réessayez plus tard, ou connectez-vous autrement.',
    'no-role': 'Votre organisation vous connaît, mais ne vous donne aucun rôle dans ce calendrier.',
    disabled: 'Votre compte est désactivé.',
    'invitation-expired': 'L’invitation ne fonctionne pas; elle a servi ou a expiré. Demandez-en une nouvelle.',
    interrupted: 'Cette connexion a été commencée dans un autre navigateur, ou a pris trop de temps. Recommencez.',
    refused: 'Le service de votre organisation n’a pas confirmé la connexion. Recommencez.',
    ask: (contact) => `Pour obtenir de l’aide\u00a0: ${contact}`,
    back: 'Retour au calendrier',
  },
};

/** A page in both languages, since the browser comes from the provider. @param home the address of the editor's page */
export function failurePage(failure: Failure, contact: string, home: string): string {
  const sections = (['en', 'fr'] as const).map((language) => {
    const texts = TEXTS[language];
    const help = contact === '' ? '' : `<p>${escapeMarkup(texts.ask(contact))}</p>`;
    return (
      `<section lang="${language}"><h1>${texts.title}</h1><p>${texts[failure]}</p>${help}` +
      `<p><a href="${escapeMarkup(home)}">${texts.back}</a></p></section>`
    );
  });
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${TEXTS.en.title} – ${TEXTS.fr.title}</title><style>${STYLE}</style></head><body><main>${sections.join('')}</main></body></html>`
  );
}

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem}' +
  'main{max-width:34rem;margin:0 auto}section+section{margin-top:2rem;padding-top:2rem;border-top:1px solid #8884}' +
  'h1{font-size:1.4rem;margin:0 0 .5rem}p{margin:.5rem 0}';
