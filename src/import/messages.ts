import { type Language, type PerLanguage } from '../i18n/language.js';

/** Why a record is refused, in the language of the report. */
export type Reason = (language: Language) => string;

const en = {
  noUid: 'It has no UID, so that it could not be found again.',
  noTitle: 'It has no title.',
  noStart: 'It has no start.',
  badDate: (text: string) => `“${text}” is no date, or none that exists.`,
  endBeforeStart: 'It ends before it starts.',
  badRule: (text: string) => `Its rule of recurrence cannot be understood: ${text}.`,
  tooManyOccurrences: 'It takes place too often to be an event.',
  duplicate: 'A record with this id stands in the file already.',
  unfinished: 'It has no end: the file is cut off, or broken here.',
  cutOff: 'The file is cut off: its end, END:VCALENDAR, is missing.',
  broken: (detail: string) => `It is broken: ${detail}`,
  firstAlone: 'It changes the first date of a series alone, which stands for all of them: change it in the calendar.',
  noObject: 'It is no object with fields.',

  dryRun: 'Dry run: this is what would happen; nothing was stored.',
  interrupted: (done: number, all: number) => `Interrupted: ${done} of ${all} records were read.`,
  seconds: (seconds: string) => `${seconds} s`,
  records: 'records',
  events: 'events',
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  trashed: 'moved to the trash (excluded, or private)',
  skipped: 'left out (excluded, private, in the trash, or exported from here)',
  refused: 'refused',
  assumedZone: (events: number, zone: string) =>
    `${events} ${events === 1 ? 'event' : 'events'} without a known zone, taken as ${zone}; --timezone changes it`,
  leftOver: (text: string) => `description: look at “${text}”; it leads nowhere, or is left over from another format.`,
  noAddress: (text: string) => `“${text}” is no web address, and was left out.`,
  title: (title: string) => `“${title}”`,
  said: (of: string, text: string) => `${of}: ${text}`,
};

export type ImportMessages = typeof en;

const fr: ImportMessages = {
  noUid: 'Elle n’a pas d’UID : on ne pourrait pas la retrouver.',
  noTitle: 'Elle n’a pas de titre.',
  noStart: 'Elle n’a pas de début.',
  badDate: (text) => `« ${text} » n’est pas une date, ou cette date n’existe pas.`,
  endBeforeStart: 'Elle se termine avant de commencer.',
  badRule: (text) => `Sa règle de récurrence est incompréhensible : ${text}.`,
  tooManyOccurrences: 'Elle se répète trop souvent pour un événement.',
  duplicate: 'Une fiche avec cet identifiant figure déjà dans le fichier.',
  unfinished: 'Elle n’a pas de fin : le fichier est tronqué ou abîmé à cet endroit.',
  cutOff: 'Le fichier est tronqué : sa fin, END:VCALENDAR, manque.',
  broken: (detail) => `Elle est abîmée : ${detail}`,
  firstAlone: 'Elle ne change que la première date d’une série, qui vaut pour toutes : à changer dans le calendrier.',
  noObject: 'Ce n’est pas un objet avec des champs.',

  dryRun: 'Essai : voici ce qui se passerait ; rien n’a été enregistré.',
  interrupted: (done, all) => `Interrompu : ${done} fiches sur ${all} ont été lues.`,
  seconds: (seconds) => `${seconds.replace('.', ',')} s`,
  records: 'fiches',
  events: 'événements',
  created: 'créées',
  updated: 'mises à jour',
  unchanged: 'inchangées',
  trashed: 'mises à la corbeille (exclues ou privées)',
  skipped: 'laissées de côté (exclues, privées, à la corbeille ou exportées d’ici)',
  refused: 'refusées',
  assumedZone: (events, zone) =>
    `${events} ${events === 1 ? 'événement' : 'événements'} sans fuseau horaire connu, à l’heure de ${zone} ; --timezone change ce fuseau`,
  leftOver: (text) => `description : à revoir, « ${text} » ne mène nulle part ou vient d’un autre format.`,
  noAddress: (text) => `« ${text} » n’est pas une adresse web : laissée de côté.`,
  title: (title) => `« ${title} »`,
  said: (of, text) => `${of} : ${text}`,
};

export const importMessages: PerLanguage<ImportMessages> = { en, fr };

/** A reason from the catalogue. */
export function because(word: (messages: ImportMessages) => string): Reason {
  return (language) => word(importMessages[language]);
}
