import { type Language, otherLanguage, type PerLanguage } from '../../lib/i18n/language.js';
import { escapeMarkup } from '../../lib/text/markup.js';

/** Why a sign-in through the organization has failed. */
export type Failure =
  'unreachable' | 'misconfigured' | 'no-role' | 'disabled' | 'invitation-expired' | 'interrupted' | 'refused';

/** The statuses of the responses. */
export const FAILURE_STATUS: Readonly<Record<Failure, number>> = {
  unreachable: 503,
  misconfigured: 503,
  'no-role': 403,
  disabled: 403,
  'invitation-expired': 410,
  interrupted: 400,
  refused: 400,
};

type Texts = Readonly<Record<Failure | 'title' | 'back' | 'askAnyone', string>> & {
  readonly ask: (contact: string) => string;
};

const TEXTS: PerLanguage<Texts> = {
  en: {
    title: 'You are not signed in',
    unreachable: 'The service of your organization does not answer. Try again later, or sign in another way.',
    misconfigured:
      'Signing in through your organization is not set up correctly in this calendar. Only those who run it can repair that.',
    'no-role': 'Your organization knows you, but gives you no part in this calendar.',
    disabled: 'Your account is disabled.',
    'invitation-expired': 'The invitation does not work: it was used, or has expired. Ask for a new one.',
    interrupted: 'This sign-in was begun in another browser, or took too long. Begin again.',
    refused: 'The service of your organization has not confirmed the sign-in. Begin again.',
    ask: (contact) => `For help, ask: ${contact}`,
    askAnyone: 'For help, ask whoever runs this calendar.',
    back: 'Back to the calendar',
  },
  fr: {
    title: 'La connexion n’a pas abouti',
    unreachable: 'Le service de votre organisation ne répond pas. Réessayez plus tard, ou connectez-vous autrement.',
    misconfigured:
      'La connexion par votre organisation est mal configurée dans ce calendrier. Seules les personnes qui le gèrent peuvent y remédier.',
    'no-role': 'Votre organisation vous connaît, mais ne vous donne aucun rôle dans ce calendrier.',
    disabled: 'Votre compte est désactivé.',
    'invitation-expired': 'L’invitation ne fonctionne pas; elle a servi ou a expiré. Demandez-en une nouvelle.',
    interrupted: 'Cette connexion a été commencée dans un autre navigateur, ou a pris trop de temps. Recommencez.',
    refused: 'Le service de votre organisation n’a pas confirmé la connexion. Recommencez.',
    ask: (contact) => `Pour obtenir de l’aide\u00a0: ${contact}`,
    askAnyone: 'Pour obtenir de l’aide, adressez-vous à la personne qui gère ce calendrier.',
    back: 'Retour au calendrier',
  },
};

interface Page {
  /** The language of the person, as far as it is known, which comes first. */
  readonly language: Language;
  /** The person to ask; empty if the settings name none. */
  readonly contact: string;
  /** The address of the editor's page. */
  readonly home: string;
}

/** A page in both languages, since the browser comes from the provider. */
export function failurePage(failure: Failure, { language: first, contact, home }: Page): string {
  const languages = [first, otherLanguage(first)];
  const sections = languages.map((language) => {
    const texts = TEXTS[language];
    const help = contact === '' ? texts.askAnyone : texts.ask(contact);
    return (
      `<section lang="${language}"><h1>${texts.title}</h1><p>${texts[failure]}</p><p>${escapeMarkup(help)}</p>` +
      `<p><a href="${escapeMarkup(home)}">${texts.back}</a></p></section>`
    );
  });
  return (
    `<!doctype html><html lang="${first}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${languages.map((language) => TEXTS[language].title).join(' – ')}</title><style>${STYLE}</style></head><body><main>${sections.join('')}</main></body></html>`
  );
}

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem}' +
  'main{max-width:34rem;margin:0 auto}section+section{margin-top:2rem;padding-top:2rem;border-top:1px solid #8884}' +
  'h1{font-size:1.4rem;margin:0 0 .5rem}p{margin:.5rem 0}';
