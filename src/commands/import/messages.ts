import { sentencesOf } from '../../lib/errors/command-error.js';
import { type PerLanguage } from '../../lib/i18n/language.js';

const counted = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
const countedInFrench = (number: number, one: string, many: string) => `${number} ${number < 2 ? one : many}`;

const en = {
  noUid: 'It has no UID and could not be found again.',
  noTitle: 'It has no title.',
  noStart: 'It has no start.',
  badDate: (text: string) => `“${text}” is not a valid date.`,
  endBeforeStart: (text: string) => `It ends before it starts: “${text}”.`,
  badRule: (text: string) => `Its rule of recurrence cannot be understood: “${text}”.`,
  tooManyOccurrences: 'It recurs too often for an event.',
  duplicate: 'The file has another record with this ID.',
  unfinished: 'It has no end: the file is cut off, or broken here.',
  cutOff: 'The file is cut off: its end, END:VCALENDAR, is missing.',
  broken: (detail: string) => `It cannot be read: ${detail}`,
  firstAlone:
    'It changes only the first date of a series, which stands for the whole series: change it in the calendar.',
  noObject: 'It is not an object with fields.',
  imageNotFetched: (url: string, reason: string) => `The image ${url} stays an address: ${reason}`,

  noAccount: (name: string) => `There is no account “${name}”. \`npm run keys\` makes accounts.`,
  disabledAccount: (name: string, id: number) =>
    `The account “${name}” is disabled. \`npm run accounts -- enable ${id}\` enables it.`,
  noEditor: (name: string, role: string) => `The account “${name}” has the role ${role}; imports need an editor.`,

  dryRun: 'Dry run: this is what would happen; nothing was stored.',
  seconds: (seconds: string) => `${seconds} s`,
  records: (number: number) => counted(number, 'record', 'records'),
  events: (number: number) => counted(number, 'event', 'events'),
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  trashed: 'trashed (excluded, or private)',
  skipped: 'skipped (excluded, private, in the trash, or exported from here)',
  refused: 'refused',
  line: (number: number) => `line ${number}`,
  assumedZone: (events: number, zone: string) =>
    `${counted(events, 'event', 'events')} without a known zone, taken as ${zone}; --timezone changes it`,
  unusableZone: (events: number, zone: string, unusable: string) =>
    `${counted(events, 'event', 'events')} in the zone “${unusable}”, whose VTIMEZONE cannot be used, taken as ${zone}; --timezone changes it`,
  incompleteZone: (events: number, zone: string) =>
    `${counted(events, 'event', 'events')} in the zone “${zone}”, whose VTIMEZONE is incomplete: look at the times`,
  leftOver: (text: string) => `description: look at “${text}”; it leads nowhere, or is left over from another format.`,
  noAddress: (field: string, text: string) => `${field}: “${text}” is no web address, and was left out.`,
  strayExdates: (dates: string) =>
    `EXDATE: the series has no date at ${dates}, so nothing is excluded there; look at its dates.`,
  unreadableLine: (text: string) => `“${text}” is no property, and was left out.`,
  title: (title: string) => `“${title}”`,
  notFetched: (address: string, problem: string) => `${address} cannot be read: ${problem}.`,
  tooLarge: (mebibytes: number) => `It is larger than ${mebibytes} MiB.`,
  tooLargeBook: (mebibytes: number, cells: number) =>
    `Unpacked, it has more than ${mebibytes} MiB or ${cells / 1e6} million cells. Save the table as CSV.`,
  unclosed: 'A quote opens in this row and is not closed: this row and all that follow were not read.',
  tooManyCells: (delimiter: string) =>
    `It has more cells than the table has columns. Put texts that contain ${delimiter === '\t' ? 'tabs' : `“${delimiter}”`} between double quotes, or name each column.`,
  otherRow:
    'The event with this ID has neither this title nor this start. If it is another event, name the source with --source.',
  refusedBy: (host: string, status: number) => `${host} answers with HTTP ${status}.`,
  lacks: (host: string, list: string) => `${host} does not serve ${list}. Import again later.`,
  samePage: (host: string, page: number) =>
    `${host} ignores the parameter “page”: page ${page} repeats those before. The rest of the list cannot be read.`,
  partOfSeries: 'A series needs all pages in one file: put them into one JSON list.',
  notServed: (list: string, problem: string) => `${list}: left out, the site does not serve them. ${problem}`,
  onlyPublished: 'status: the key may not read drafts and other unpublished events; published ones were imported.',
  unsure: (candidates: string) =>
    `It may be the translation of ${candidates}. Write the ID of its event, or “new”, into the file of pairs.`,
  unknownPair: (id: string) => `The file of pairs names the event ${id}, which does not exist.`,
  notOwn: (id: number) => `Event ${id} of this calendar does not match this row.`,
  venues: (number: number) => counted(number, 'venue', 'venues'),
  organizers: (number: number) => counted(number, 'organizer', 'organizers'),
  categories: (number: number) => counted(number, 'category', 'categories'),
  tags: (number: number) => counted(number, 'tag', 'tags'),
  kept: (number: number) =>
    `${counted(number, 'field or record', 'fields or records')} that editors changed here, left as they are`,
  pruned: (events: number) => `${counted(events, 'event', 'events')} gone from the source, moved to the trash`,
  wouldPrune: (events: number) =>
    `${counted(events, 'event', 'events')} gone from the source, would be moved to the trash`,
  spared: (events: number) =>
    `${counted(events, 'event', 'events')} not found in the source, but kept: records that cannot be read may be theirs`,
  row: (number: number) => `row ${number}`,
  noColumn: (columns: string) => `The table has no column for the title or for the start. Its columns: ${columns}.`,
  unknownColumns: (columns: string) => `columns: unknown: ${columns}; map them with --mapping.`,
  repeatedColumns: (columns: string) => `columns: ${columns}: not read, an earlier column has the same meaning.`,
  sheetRead: (sheet: string) => `The sheet “${sheet}” was read, and no other.`,
  badTime: (text: string) => `“${text}” is not understood as a time. Write 19:30, 7:30 pm or 19h30.`,
  unknownFlag: (field: string, text: string) => `${field}: “${text}” is neither yes nor no, and was not used.`,
  withLabel: (of: string, text: string) => `${of}: ${text}`,
};

type ImportMessages = typeof en;

const fr: ImportMessages = {
  noUid: 'Elle n’a pas d’UID\u00a0: on ne pourrait pas la retrouver.',
  noTitle: 'Elle n’a pas de titre.',
  noStart: 'Elle n’a pas de début.',
  badDate: (text) => `«\u00a0${text}\u00a0» n’est pas une date, ou cette date n’existe pas.`,
  endBeforeStart: (text) => `Elle se termine avant de commencer\u00a0: «\u00a0${text}\u00a0».`,
  badRule: (text) => `Sa règle de récurrence est incompréhensible\u00a0: «\u00a0${text}\u00a0».`,
  tooManyOccurrences: 'Elle se répète trop souvent pour un événement.',
  duplicate: 'Une fiche avec cet identifiant figure déjà dans le fichier.',
  unfinished: 'Elle n’a pas de fin\u00a0: le fichier est tronqué ou abîmé à cet endroit.',
  cutOff: 'Le fichier est tronqué\u00a0: sa fin, END:VCALENDAR, manque.',
  broken: (detail) => `Elle est illisible\u00a0: ${detail}`,
  firstAlone:
    'Elle ne change que la première date d’une série, qui vaut pour toutes\u00a0: à changer dans le calendrier.',
  noObject: 'Ce n’est pas un objet avec des champs.',
  imageNotFetched: (url: string, reason: string) => `L’image ${url} reste une adresse\u00a0: ${reason}`,

  noAccount: (name) => `Il n’y a pas de compte «\u00a0${name}\u00a0». \`npm run keys\` crée des comptes.`,
  disabledAccount: (name, id) =>
    `Le compte «\u00a0${name}\u00a0» est désactivé. \`npm run accounts -- enable ${id}\` l’active.`,
  noEditor: (name, role) =>
    `Le compte «\u00a0${name}\u00a0» a le rôle ${role}; les importations exigent le rôle editor.`,

  dryRun: 'Essai\u00a0: voici ce qui se passerait; rien n’a été enregistré.',
  seconds: (seconds) => `${seconds.replace('.', ',')}\u00a0s`,
  records: (number) => countedInFrench(number, 'fiche', 'fiches'),
  events: (number) => countedInFrench(number, 'événement', 'événements'),
  created: 'créées',
  updated: 'mises à jour',
  unchanged: 'inchangées',
  trashed: 'mises à la corbeille (exclues ou privées)',
  skipped: 'laissées de côté (exclues, privées, à la corbeille ou exportées d’ici)',
  refused: 'refusées',
  line: (number) => `ligne ${number}`,
  assumedZone: (events, zone) =>
    `${countedInFrench(events, 'événement', 'événements')} sans fuseau horaire connu, à l’heure de ${zone}; --timezone change ce fuseau`,
  unusableZone: (events, zone, unusable) =>
    `${countedInFrench(events, 'événement', 'événements')} dans le fuseau «\u00a0${unusable}\u00a0», dont le VTIMEZONE est inutilisable, à l’heure de ${zone}; --timezone change ce fuseau`,
  incompleteZone: (events, zone) =>
    `${countedInFrench(events, 'événement', 'événements')} dans le fuseau «\u00a0${zone}\u00a0», dont le VTIMEZONE est incomplet\u00a0: heures à vérifier`,
  leftOver: (text) =>
    `description\u00a0: à revoir, «\u00a0${text}\u00a0» ne mène nulle part ou vient d’un autre format.`,
  noAddress: (field, text) => `${field}\u00a0: «\u00a0${text}\u00a0» n’est pas une adresse web\u00a0: laissée de côté.`,
  strayExdates: (dates) =>
    `EXDATE : la série n’a pas de date le ${dates}, rien n’y est donc exclu ; vérifiez ses dates.`,
  unreadableLine: (text) => `«\u00a0${text}\u00a0» n’est pas une propriété\u00a0: laissée de côté.`,
  title: (title) => `«\u00a0${title}\u00a0»`,
  notFetched: (address, problem) => `${address} est illisible\u00a0: ${problem}.`,
  tooLarge: (mebibytes) => `Elle dépasse ${mebibytes}\u00a0Mio.`,
  tooLargeBook: (mebibytes, cells) =>
    `Décompressé, il dépasse ${mebibytes}\u00a0Mio ou ${cells / 1e6}\u00a0millions de cellules. Enregistrez le tableau en CSV.`,
  unclosed:
    'Un guillemet s’ouvre dans cette ligne et ne se ferme pas\u00a0: cette ligne et les suivantes n’ont pas été lues.',
  tooManyCells: (delimiter) =>
    `Elle a plus de cellules que le tableau n’a de colonnes. Mettez entre guillemets droits (") les textes qui contiennent ${delimiter === '\t' ? 'des tabulations' : `«\u00a0${delimiter}\u00a0»`}, ou nommez chaque colonne.`,
  otherRow:
    'L’événement qui a cet identifiant n’a ni ce titre ni ce début. S’il s’agit d’un autre événement, nommez la source avec --source.',
  refusedBy: (host, status) => `${host} répond HTTP\u00a0${status}.`,
  lacks: (host, list) => `${host} ne fournit pas ${list}. Relancez l’importation plus tard.`,
  samePage: (host, page) =>
    `${host} ignore le paramètre «\u00a0page\u00a0»\u00a0: la page ${page} répète les précédentes. Le reste de la liste est inaccessible.`,
  partOfSeries: 'Une série demande toutes les pages en un seul fichier\u00a0: réunissez-les dans une liste JSON.',
  notServed: (list, problem) => `${list}\u00a0: laissé de côté, le site ne les fournit pas. ${problem}`,
  onlyPublished:
    'status\u00a0: la clé ne donne pas accès aux brouillons ni aux autres événements non publiés; les événements publiés ont été importés.',
  unsure: (candidates) =>
    `C’est peut-être la traduction de ${candidates}. Inscrivez l’identifiant de son événement, ou «\u00a0new\u00a0», dans le fichier des paires.`,
  unknownPair: (id) => `Le fichier des paires nomme l’événement ${id}, qui n’existe pas.`,
  notOwn: (id) => `L’événement ${id} de ce calendrier en est un autre.`,
  venues: (number) => countedInFrench(number, 'lieu', 'lieux'),
  organizers: (number) => countedInFrench(number, 'organisateur', 'organisateurs'),
  categories: (number) => countedInFrench(number, 'catégorie', 'catégories'),
  tags: (number) => countedInFrench(number, 'étiquette', 'étiquettes'),
  kept: (number) =>
    countedInFrench(
      number,
      'champ ou fiche modifié ici, laissé tel quel',
      'champs ou fiches modifiés ici, laissés tels quels',
    ),
  pruned: (events) =>
    `${countedInFrench(events, 'événement disparu', 'événements disparus')} de la source, mis à la corbeille`,
  wouldPrune: (events) =>
    `${countedInFrench(events, 'événement disparu', 'événements disparus')} de la source, à mettre à la corbeille`,
  spared: (events) =>
    `${countedInFrench(events, 'événement introuvable dans la source, mais conservé', 'événements introuvables dans la source, mais conservés')}\u00a0: des fiches illisibles peuvent y correspondre`,
  row: (number) => `ligne ${number}`,
  noColumn: (columns) =>
    `Le tableau n’a pas de colonne pour le titre ou pour le début. Ses colonnes\u00a0: ${columns}.`,
  unknownColumns: (columns) => `colonnes\u00a0: ${columns}, inconnues; --mapping peut dire ce qu’elles sont.`,
  repeatedColumns: (columns) => `colonnes\u00a0: ${columns}, non lues; une colonne précédente a le même sens.`,
  sheetRead: (sheet) => `La feuille «\u00a0${sheet}\u00a0» a été lue, et aucune autre.`,
  badTime: (text) => `«\u00a0${text}\u00a0» n’est pas une heure. Écrivez 19:30, 7:30 pm ou 19h30.`,
  unknownFlag: (field, text) =>
    `${field}\u00a0: «\u00a0${text}\u00a0» ne veut dire ni oui ni non\u00a0: valeur laissée de côté.`,
  withLabel: (of, text) => `${of}\u00a0: ${text}`,
};

export const importMessages: PerLanguage<ImportMessages> = { en, fr };

export const { sentence: because, error: recordError } = sentencesOf(importMessages);
