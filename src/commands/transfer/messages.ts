import { sentencesOf } from '../../lib/errors/command-error.js';
import { type PerLanguage } from '../../lib/i18n/language.js';

const en = {
  at: (line: number, table: string, reason: string) => `Line ${line} (${table}): ${reason}`,
  lines: (first: number, last: number, table: string, reason: string) =>
    `Lines ${first} to ${last} (${table}): ${reason}`,
  ofTable: (table: string, reason: string) => `(${table}): ${reason}`,

  empty: 'The file is empty.',
  missing: 'The file does not exist.',
  unreadable: (detail: string) => `The file cannot be read: ${detail}.`,
  unwritable: (detail: string) => `The file cannot be written: ${detail}.`,
  noExport: 'Line 1: this is no export of `npm run export`.',
  newerFormat: (format: number, known: number) =>
    `Line 1: the file has format ${format}, which is newer than this version reads (${known}). Use the version that wrote it, or a newer one.`,
  newerVersion: (migrations: string) =>
    `Line 1: the file was written by a newer version, or with an extension that is missing here (${migrations}). Use the version that wrote it, or a newer one.`,
  badHeader: 'Line 1: "migrations" or "lastIds" is damaged.',
  afterEnd: (line: number) => `Line ${line} follows the end of the export.`,
  lostEnd: (line: number) => `The file is truncated: the last line is line ${line}.`,
  cutOff: (line: number) => `Line ${line}: the file is truncated.`,
  brokenOff: (line: number, detail: string) => `Line ${line}: the connection broke off (${detail}). Import again.`,
  noGzip: 'Line 1: the file is damaged, or not compressed with gzip.',
  damaged: (line: number, detail: string) => `Line ${line}: the file is damaged (${detail}).`,
  tooLong: (line: number) => `Line ${line} is too long.`,
  noObject: (line: number) => `Line ${line}: this is no JSON object.`,
  noTable: (line: number, table: string) => `Line ${line}: an export has no table "${table}".`,
  badEnd: (line: number) => `Line ${line}: "end" must be an object.`,
  otherCount: (line: number, table: string, read: number, said: string) =>
    `Line ${line}: the file has ${read} rows of ${table}, and should have ${said}.`,

  noRow: '"row" must be an object.',
  noColumn: (table: string, column: string) => `The table ${table} has no column "${column}".`,
  noKey: (column: string) => `"${column}" is missing.`,
  given: (column: string) => `"${column}" must be given.`,
  integer: (column: string) => `"${column}" must be a whole number.`,
  number: (column: string) => `"${column}" must be a number.`,
  boolean: (column: string) => `"${column}" must be true or false.`,
  time: (column: string) => `"${column}" must be a time such as 2027-01-31T18:00:00.000Z.`,
  bytes: (column: string) => `"${column}" must be bytes in base64.`,
  text: (column: string, most: string) => `"${column}" must be a text of at most ${most} characters.`,
  value: (column: string) => `"${column}" must be a text, a number, true or false.`,
  twice: 'two rows have the same key.',
  packet: 'the row is larger than the database accepts. Raise its max_allowed_packet.',
  refused: (detail: string) => `the database refuses a row: ${detail}.`,
  noReference: (column: string, record: string) => `${column} names ${record}, which does not exist.`,
  lostRows: (table: string, found: number | undefined, sent: number) =>
    `The table ${table} has ${found} rows after ${sent} were written.`,

  otherTables: 'The database has the tables of another version. Name a database without tables.',
  notEmpty: (rows: string) => `The database is not empty (rows in ${rows}). Name an empty one. Nothing was changed.`,
  noFile: (path: string) => `The file ${path} in DATABASE_URL does not exist.`,
  noCalendar: 'The database in DATABASE_URL has no tables of a calendar.',
  newerDatabase: (migrations: string) =>
    `The database has migrations that this version does not know (${migrations}). Use the version that runs the calendar.`,
  olderDatabase:
    'The database is of an older version. Use the version that runs the calendar, or start this one first: that brings the database up to date.',
};

type TransferMessages = typeof en;

const fr: TransferMessages = {
  at: (line, table, reason) => `Ligne ${line} (${table})\u00a0: ${reason}`,
  lines: (first, last, table, reason) => `Lignes ${first} à ${last} (${table})\u00a0: ${reason}`,
  ofTable: (table, reason) => `(${table})\u00a0: ${reason}`,

  empty: 'Le fichier est vide.',
  missing: 'Le fichier n’existe pas.',
  unreadable: (detail) => `Le fichier est illisible\u00a0: ${detail}.`,
  unwritable: (detail) => `Le fichier ne peut pas être écrit\u00a0: ${detail}.`,
  noExport: 'Ligne 1\u00a0: ce n’est pas un export de `npm run export`.',
  newerFormat: (format, known) =>
    `Ligne 1\u00a0: le fichier est au format ${format}, plus récent que celui que lit cette version (${known}). Utilisez la version qui l’a écrit ou une version plus récente.`,
  newerVersion: (migrations) =>
    `Ligne 1\u00a0: le fichier vient d’une version plus récente, ou d’un calendrier dont une extension manque ici (${migrations}). Utilisez la version qui l’a écrit ou une version plus récente.`,
  badHeader: 'Ligne 1\u00a0: «\u00a0migrations\u00a0» ou «\u00a0lastIds\u00a0» est abîmé.',
  afterEnd: (line) => `La ligne ${line} suit la fin de l’export.`,
  lostEnd: (line) => `Le fichier est tronqué\u00a0: sa dernière ligne est la ligne ${line}.`,
  cutOff: (line) => `Ligne ${line}\u00a0: le fichier est tronqué.`,
  brokenOff: (line, detail) =>
    `Ligne ${line}\u00a0: la connexion s’est interrompue (${detail}). Relancez l’importation.`,
  noGzip: 'Ligne 1\u00a0: le fichier est abîmé, ou n’est pas compressé avec gzip.',
  damaged: (line, detail) => `Ligne ${line}\u00a0: le fichier est abîmé (${detail}).`,
  tooLong: (line) => `La ligne ${line} est trop longue.`,
  noObject: (line) => `Ligne ${line}\u00a0: ce n’est pas un objet JSON.`,
  noTable: (line, table) => `Ligne ${line}\u00a0: un export n’a pas de table «\u00a0${table}\u00a0».`,
  badEnd: (line) => `Ligne ${line}\u00a0: «\u00a0end\u00a0» doit être un objet.`,
  otherCount: (line, table, read, said) =>
    `Ligne ${line}\u00a0: le fichier a ${read} lignes de ${table}; il devrait en avoir ${said}.`,

  noRow: '«\u00a0row\u00a0» doit être un objet.',
  noColumn: (table, column) => `La table ${table} n’a pas de colonne «\u00a0${column}\u00a0».`,
  noKey: (column) => `«\u00a0${column}\u00a0» manque.`,
  given: (column) => `«\u00a0${column}\u00a0» doit avoir une valeur.`,
  integer: (column) => `«\u00a0${column}\u00a0» doit être un nombre entier.`,
  number: (column) => `«\u00a0${column}\u00a0» doit être un nombre.`,
  boolean: (column) => `«\u00a0${column}\u00a0» doit être true ou false.`,
  time: (column) => `«\u00a0${column}\u00a0» doit être une heure comme 2027-01-31T18:00:00.000Z.`,
  bytes: (column) => `«\u00a0${column}\u00a0» doit être en base64.`,
  text: (column, most) => `«\u00a0${column}\u00a0» doit être un texte d’au plus ${most} caractères.`,
  value: (column) => `«\u00a0${column}\u00a0» doit être un texte, un nombre, true ou false.`,
  twice: 'deux lignes ont la même clé.',
  packet: 'la ligne dépasse ce que la base de données accepte. Augmentez son max_allowed_packet.',
  refused: (detail) => `la base de données refuse une ligne\u00a0: ${detail}.`,
  noReference: (column, record) => `${column} nomme ${record}, qui n’existe pas.`,
  lostRows: (table, found, sent) => `La table ${table} a ${found} lignes, alors que ${sent} ont été écrites.`,

  otherTables: 'La base de données a les tables d’une autre version. Indiquez une base sans tables.',
  notEmpty: (rows) =>
    `La base de données n’est pas vide (lignes dans ${rows}). Indiquez une base vide. Rien n’a été modifié.`,
  noFile: (path) => `DATABASE_URL ne nomme aucun calendrier\u00a0: le fichier ${path} n’existe pas.`,
  noCalendar: 'DATABASE_URL ne nomme aucun calendrier\u00a0: la base de données n’en a pas les tables.',
  newerDatabase: (migrations) =>
    `La base de données a des éléments inconnus de cette version (${migrations}). Utilisez la version qui fait fonctionner le calendrier.`,
  olderDatabase:
    'La base de données est d’une version antérieure. Utilisez la version qui fait fonctionner le calendrier, ou démarrez d’abord celle-ci, qui met la base à jour.',
};

export const transferMessages: PerLanguage<TransferMessages> = { en, fr };

export const { error: transferError } = sentencesOf(transferMessages);
