import { type PerLanguage } from '../../lib/i18n/language.js';

const en = {
  description: 'Imports events from The Events Calendar, a spreadsheet or an iCalendar (.ics) file.',
  file: 'a file, an address (https://…) or - for standard input; the format is detected',
  language: 'en or fr: language of texts that do not declare one, and of all messages (required)',
  timezone:
    'time zone for times without a zone, and for showing times in UTC (default: the only zone in the file, else that of the site)',
  author: 'account that will own the events, an editor (default: import)',
  status: 'publish or draft: status of new events (default: publish)',
  category: 'name of a category to add to all events; may be repeated',
  dryRun: 'shows what would happen and stores nothing',
  keepLocal: 'keeps fields that editors have changed in the calendar since the last import',
  prune: 'moves events to the trash that were imported from this source and are no longer in it',
  yes: 'allows --prune to remove more than a tenth of the events of the source',
  source: 'name of the source, for --prune and the IDs of rows (default: the address, or the name of the file)',
  sourceKey:
    'user:password or token of the source, such as an application password of WordPress (or IMPORT_SOURCE_KEY in the environment)',
  pair: 'adds the texts to the events of an earlier import in the other language; events without a certain match are listed in this file (default: pairs.csv)',
  mapping: 'JSON file that names the field of each column of a table: {"Activity": "title"}',
  fetchImages:
    'downloads the images of records into the store, so that they have sizes; those that fail stay addresses',
  headerRow: 'number of the row with the names of the columns (default: found in the first ten rows)',
  template: 'prints a table to fill in: csv',
  help: 'shows this help',
  titles: {} as Readonly<Record<string, string>>,
  details: `
You can import a file again: only what has changed in it is updated.
  - Fields that the file does not mention keep their values, and so do empty cells of a table. What editors have changed
    is replaced unless --keep-local is given. It leaves fields of events and of single dates that were changed here, and
    all of a venue, an organizer, a category or a tag, and of a row of events.csv of this calendar that was changed here
    after the row was exported.
  - Events that are missing from the file stay unless --prune is given. It spares past events that ended before the first
    event of the source, because many feeds leave out what is over.
  - Recurring events become series, of 750 dates at most. What editors have changed on a date stays unless the
    file says something else of that date alone.
  - Cancelled events are marked as cancelled.
  - Private events (CLASS; in tables “Private”, “Sensitivity”) and excluded dates (EXDATE) are skipped, and moved to the trash if they were imported before.
  - Events in the trash stay there. Events that this calendar has exported are skipped.

The Events Calendar is read from its REST API (https://…/wp-json/tribe/events/v1) or from saved pages of /events: past
and future events, venues, organizers, categories and tags. Old slugs redirect to the new pages. For a second language,
import its address with --pair. Each event is matched with its translation as WPML or Polylang links them, else by time,
venue and image. For events without a certain match, write the ID of the translation, or “new”, into the column “event”
of the file and import again.

Tables (CSV, XLSX) have one event in each row. Columns are named like those of events.csv or in French; “title_fr” is the
title in French. events.csv of this calendar can be changed and imported: rows are matched by their ID.

Requests are sent one at a time and retried after failures. To continue an interrupted import, start it again.

The report has one line for each outcome: created, updated, unchanged, refused, and trashed and skipped if there are any.
Refused records follow, with the reason and their line or row in the file.

Exit codes:
  0    the source was read to its end, even if single records were refused
  1    the import failed or ended after a part of the source, for example because the database is down, or --yes was required
  2    wrong usage, or a source of which nothing can be read
  130  interrupted

Examples:
  npm run import -- meetups.ics --language fr --timezone Europe/Paris
  npm run import -- https://old.example/wp-json/tribe/events/v1 --language en
  npm run import -- https://old.example/fr/wp-json/tribe/events/v1 --language fr --pair
  npm run import -- https://example.com/calendar.ics --language en --prune --keep-local
  npm run import -- programme.xlsx --language en --mapping columns.json
  npm run import -- programme.csv --language en --header-row 12 --dry-run
  npm run import -- courses.ics --language en --status draft --category Courses
  npm run import -- calendar.ndjson.gz (an export of a calendar, into an empty database: see its own --help)`,
  seeHelp: '(--help explains the usage.)',
  /** Translations of the usage errors of commander, by their codes; its own messages are English. */
  usage: {} as Readonly<Record<string, (named: string, detail: string) => string>>,
  noFile: 'Name a file, an address, or - for standard input.',
  noName: 'Say with --source what standard input is.',
  noLanguage: "error: required option '--language <language>' not specified",
  badMapping: 'It must be a JSON object of texts.',
  partial: (path: string) => `${path} is only one page of its source: --prune needs all of it.`,
  notPruned: (total: number) => `that is more than a tenth of ${total}, so none was moved; add --yes to move them`,
  agree: (gone: number, total: number) =>
    `${gone} of ${total} events are gone from the source. Move them to the trash? (y/n) `,
  badRow: 'Give the number of a row, from 1.',
  badZone: 'Give a time zone such as Europe/Paris, UTC or +02:00.',
  oneOf: (allowed: string) => `Use one of: ${allowed}.`,
  unreadable: (path: string, code: string) => `The file ${path} cannot be read: ${code}.`,
  missing: (path: string) => `The file ${path} does not exist.`,
  unknownFormat: (path: string) =>
    `${path} is neither an iCalendar file (BEGIN:VCALENDAR), nor a table with the columns title and start_date, nor the JSON of The Events Calendar. An export of a calendar needs a name that ends in .ndjson.gz.`,
  ended: (done: number, all: number | undefined) =>
    all === undefined ? `Ended early: ${done} records were read.` : `Ended early: ${done} of ${all} records were read.`,
};

export type CommandTexts = typeof en;

const fr: CommandTexts = {
  description: 'Importe des événements de The Events Calendar, d’un tableur ou d’un fichier iCalendar (.ics).',
  file: 'un fichier, une adresse (https://…) ou - pour l’entrée standard; le format est reconnu',
  language: 'en ou fr\u00a0: langue des textes qui n’indiquent pas la leur et de tous les messages (obligatoire)',
  timezone:
    'fuseau des heures qui n’en ont pas, dans lequel les heures UTC sont aussi affichées (par défaut\u00a0: le seul que nomme le fichier, sinon celui du site)',
  author: 'compte auquel appartiendront les événements, de rôle editor (par défaut\u00a0: import)',
  status: 'publish ou draft\u00a0: statut des nouveaux événements (par défaut\u00a0: publish)',
  category: 'nom d’une catégorie à ajouter à tous les événements; peut être répété',
  dryRun: 'montre ce qui se passerait et n’enregistre rien',
  keepLocal: 'garde les champs modifiés ici à la main depuis la dernière importation',
  prune: 'met à la corbeille les événements venus de cette source qui n’y sont plus',
  yes: 'accepte --prune aussi pour plus d’un dixième des événements de la source',
  source:
    'nom de la source, pour --prune et les identifiants des lignes (par défaut\u00a0: l’adresse ou le nom du fichier)',
  sourceKey:
    'utilisateur:mot-de-passe ou jeton de la source, comme un mot de passe d’application de WordPress (ou IMPORT_SOURCE_KEY dans l’environnement)',
  pair: 'ajoute les textes aux événements importés dans l’autre langue; les événements sans correspondance certaine sont inscrits dans ce fichier (par défaut\u00a0: pairs.csv)',
  mapping: 'fichier JSON qui nomme le champ de chaque colonne d’un tableau\u00a0: {"Activité": "title"}',
  fetchImages:
    'télécharge les images des fiches dans le stockage, pour qu’elles aient des tailles; celles qui échouent restent des adresses',
  headerRow: 'numéro de la ligne des noms de colonnes (par défaut\u00a0: cherchée dans les dix premières lignes)',
  template: 'affiche un tableau à remplir\u00a0: csv',
  help: 'affiche cette aide',
  titles: { 'Usage:': 'Utilisation\u00a0:', 'Arguments:': 'Arguments\u00a0:', 'Options:': 'Options\u00a0:' },
  details: `
On peut importer un fichier de nouveau\u00a0: seul ce qui y a changé est mis à jour.
  - Les champs que le fichier ne mentionne pas gardent leur valeur, de même que ceux des cellules vides d’un tableau. Ce qui
    a été modifié à la main est remplacé, sauf avec --keep-local. Cette option laisse tels quels les champs d’un événement
    ou d’une seule date modifiés ici; un lieu, un organisateur, une catégorie ou une étiquette modifiés ici restent
    entiers, ainsi que l’événement d’une ligne d’events.csv de ce calendrier, s’il a été modifié après son exportation.
  - Les événements qui n’y sont plus restent, sauf avec --prune. Cette option épargne les événements terminés avant le
    premier de la source, car bien des flux omettent les événements passés.
  - Les événements récurrents deviennent des séries de 750 dates au plus. Ce qui a été modifié à la main
    à une date reste, à moins que le fichier ne dise autre chose de cette seule date.
  - Les événements annulés sont marqués comme tels.
  - Les événements privés (CLASS; dans les tableaux «\u00a0Privé\u00a0», «\u00a0Critère de diffusion\u00a0») et les dates exclues (EXDATE) sont laissés de côté, et mis à la corbeille s’ils avaient
    été importés.
  - Les événements à la corbeille y restent. Ceux que ce calendrier a exportés sont laissés de côté.

The Events Calendar est lu par son API REST (https://…/wp-json/tribe/events/v1) ou dans des pages enregistrées de
/events\u00a0: événements passés et à venir, lieux, organisateurs, catégories et étiquettes. Les anciens slugs redirigent vers
les nouvelles pages. Pour une deuxième langue, importez son adresse avec --pair. Chaque événement est associé à sa
traduction selon WPML ou Polylang, sinon selon l’heure, le lieu et l’image. S’il n’y a pas de correspondance certaine,
inscrivez l’identifiant de la traduction, ou «\u00a0new\u00a0», dans la colonne «\u00a0event\u00a0» du fichier et recommencez.

Un tableau (CSV, XLSX) a un événement par ligne. Les colonnes portent les noms de celles d’events.csv ou leurs noms
français; «\u00a0title_en\u00a0» ou «\u00a0titre_en\u00a0» est le titre en anglais. Le fichier events.csv de ce calendrier peut être
modifié et importé\u00a0: les lignes sont retrouvées par leur identifiant.

Les requêtes sont envoyées une à la fois, et de nouveau après un échec. Pour reprendre une importation interrompue,
relancez-la.

Le rapport a une ligne par résultat\u00a0: créées, mises à jour, inchangées, refusées, puis à la corbeille et laissées de
côté s’il y en a. Suivent les fiches refusées, avec la raison et leur ligne dans le fichier.

Codes de sortie\u00a0:
  0    la source a été lue jusqu’au bout, même si certaines fiches ont été refusées
  1    l’importation a échoué ou s’est arrêtée après une partie de la source, par exemple parce que la base est hors service, ou faute de --yes
  2    mauvaise utilisation ou source dont rien n’est lisible
  130  interrompu

Exemples\u00a0:
  npm run import -- rencontres.ics --language fr --timezone Europe/Paris
  npm run import -- https://ancien.example/wp-json/tribe/events/v1 --language fr
  npm run import -- https://ancien.example/en/wp-json/tribe/events/v1 --language en --pair
  npm run import -- https://example.com/calendrier.ics --language fr --prune --keep-local
  npm run import -- programme.xlsx --language fr --mapping colonnes.json
  npm run import -- programme.csv --language fr --header-row 12 --dry-run
  npm run import -- cours.ics --language fr --status draft --category Cours
  npm run import -- calendrier.ndjson.gz --language fr (un export de calendrier, dans une base vide\u00a0: voir son propre --help)`,
  seeHelp: '(--help explique l’utilisation.)',
  usage: {
    'commander.unknownOption': (named) => `L’option ${named} n’existe pas.`,
    'commander.missingArgument': (named) => `L’argument ${named} manque.`,
    'commander.optionMissingArgument': (named) => `La valeur de l’option ${named} manque.`,
    'commander.missingMandatoryOptionValue': (named) => `L’option ${named} est obligatoire.`,
    'commander.invalidArgument': (named, detail) => `La valeur de ${named} est invalide. ${detail}`,
    'commander.excessArguments': () => 'Il y a trop d’arguments.',
  },
  noFile: 'Indiquez un fichier, une adresse, ou - pour l’entrée standard.',
  noName: 'Dites avec --source ce qui vient de l’entrée standard.',
  noLanguage: 'L’option --language <language> est obligatoire.',
  badMapping: 'Il faut un objet JSON de textes.',
  partial: (path) => `${path} n’est qu’une page de sa source\u00a0: --prune l’exige entière.`,
  notPruned: (total) => `c’est plus d’un dixième de ${total}, donc rien n’a été fait; --yes le confirme`,
  agree: (gone, total) =>
    `${gone} événements sur ${total} ne sont plus dans la source. Les mettre à la corbeille? (o/n) `,
  badRow: 'Indiquez le numéro d’une ligne, à partir de 1.',
  badZone: 'Indiquez un fuseau horaire comme Europe/Paris, UTC ou +02:00.',
  oneOf: (allowed) => `Indiquez une de ces valeurs\u00a0: ${allowed}.`,
  unreadable: (path, code) => `Le fichier ${path} est illisible\u00a0: ${code}.`,
  missing: (path) => `Le fichier ${path} n’existe pas.`,
  unknownFormat: (path) =>
    `${path} n’est ni un fichier iCalendar (BEGIN:VCALENDAR), ni un tableau avec les colonnes title et start_date (titre et date de début), ni le JSON de The Events Calendar. Le nom d’un export de calendrier doit finir par .ndjson.gz.`,
  ended: (done, all) =>
    all === undefined
      ? `Arrêt avant la fin\u00a0: ${done} fiches ont été lues.`
      : `Arrêt avant la fin\u00a0: ${done} fiches sur ${all} ont été lues.`,
};

export const commandTexts: PerLanguage<CommandTexts> = { en, fr };
