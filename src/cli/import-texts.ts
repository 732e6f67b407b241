import { type PerLanguage } from '../i18n/language.js';

const en = {
  description: 'Imports events from an iCalendar (.ics) file, or from the JSON of the Paris open data.',
  file: 'the file; its format is detected from its content',
  language: 'en or fr: language of texts that do not declare one, and of all messages (required)',
  timezone:
    'time zone of times without a zone, in which times in UTC are shown as well (default: the only one named in the file, else the site’s)',
  author: 'account that will own the events, an editor (default: import)',
  status: 'publish or draft: status of new events (default: publish)',
  category: 'name of a category to add to all events; may be repeated',
  dryRun: 'shows what would happen and stores nothing',
  help: 'shows this help',
  titles: {} as Readonly<Record<string, string>>,
  details: `
You can import a file again: only what has changed in it is updated.
  - Fields that the file does not mention keep their values. Events that are missing from it stay.
  - Recurring events become series, of 750 dates at most. Dates that editors have changed stay as they are.
  - Cancelled events are marked as cancelled.
  - Private events (CLASS) and excluded dates (EXDATE) are skipped, and moved to the trash if they were imported before.
  - Events in the trash stay there. Events that this calendar has exported are skipped.

The report has one line for each outcome: created, updated, unchanged, refused, and trashed and skipped if there are any.
Refused records follow, with the reason and their line in the file.

Exit codes:
  0    the file was read to its end, even if single records were refused
  1    the import failed or ended early, for example because the database is down
  2    wrong usage, or a file that cannot be read
  130  interrupted

Examples:
  npm run import -- meetups.ics --language fr --timezone Europe/Paris
  npm run import -- paris-events.json --language fr --dry-run
  npm run import -- courses.ics --language en --status draft --category Courses
  npm run import -- calendar.ndjson.gz (a file of npm run export, into an empty database)`,
  seeHelp: '(--help explains the usage.)',
  /** By the codes of the library; its own words are English. */
  usage: {} as Readonly<Record<string, (named: string, detail: string) => string>>,
  badZone: 'Give a time zone such as Europe/Paris, UTC or +02:00.',
  oneOf: (allowed: string) => `Use one of: ${allowed}.`,
  unreadable: (path: string, code: string) => `The file ${path} cannot be read: ${code}.`,
  missing: (path: string) => `The file ${path} does not exist.`,
  unknownFormat: (path: string) =>
    `${path} is neither an iCalendar file (BEGIN:VCALENDAR) nor the JSON of the open data set “evenements-a-paris”.`,
  ended: (done: number, all: number | undefined) =>
    all === undefined ? `Ended early: ${done} records were read.` : `Ended early: ${done} of ${all} records were read.`,
};

export type CommandTexts = typeof en;

const fr: CommandTexts = {
  description: 'Importe des événements d’un fichier iCalendar (.ics) ou du JSON des données ouvertes de Paris.',
  file: 'le fichier; son format est reconnu à son contenu',
  language: 'en ou fr\u00a0: langue des textes qui n’indiquent pas la leur et de tous les messages (obligatoire)',
  timezone:
    'fuseau des heures qui n’en ont pas, dans lequel les heures UTC sont aussi affichées (par défaut\u00a0: le seul que nomme le fichier, sinon celui du site)',
  author: 'compte auquel appartiendront les événements, de rôle editor (par défaut\u00a0: import)',
  status: 'publish ou draft\u00a0: statut des nouveaux événements (par défaut\u00a0: publish)',
  category: 'nom d’une catégorie à ajouter à tous les événements; peut être répété',
  dryRun: 'montre ce qui se passerait et n’enregistre rien',
  help: 'affiche cette aide',
  titles: { 'Usage:': 'Utilisation\u00a0:', 'Arguments:': 'Arguments\u00a0:', 'Options:': 'Options\u00a0:' },
  details: `
On peut importer un fichier de nouveau\u00a0: seul ce qui y a changé est mis à jour.
  - Les champs que le fichier ne mentionne pas gardent leur valeur. Les événements qui n’y sont plus restent.
  - Les événements récurrents deviennent des séries de 750 dates au plus. Les dates modifiées à la main le restent.
  - Les événements annulés sont marqués comme tels.
  - Les événements privés (CLASS) et les dates exclues (EXDATE) sont laissés de côté, et mis à la corbeille s’ils avaient
    été importés.
  - Les événements à la corbeille y restent. Ceux que ce calendrier a exportés sont laissés de côté.

Le rapport a une ligne par résultat\u00a0: créées, mises à jour, inchangées, refusées, puis à la corbeille et laissées de
côté s’il y en a. Suivent les fiches refusées, avec la raison et leur ligne dans le fichier.

Codes de sortie\u00a0:
  0    le fichier a été lu jusqu’au bout, même si certaines fiches ont été refusées
  1    l’importation a échoué ou s’est arrêtée avant la fin, par exemple parce que la base est hors service
  2    mauvaise utilisation ou fichier illisible
  130  interrompu

Exemples\u00a0:
  npm run import -- rencontres.ics --language fr --timezone Europe/Paris
  npm run import -- paris-events.json --language fr --dry-run
  npm run import -- cours.ics --language fr --status draft --category Cours
  npm run import -- calendrier.ndjson.gz (un fichier de npm run export, dans une base vide)`,
  seeHelp: '(--help explique l’utilisation.)',
  usage: {
    'commander.unknownOption': (named) => `L’option ${named} n’existe pas.`,
    'commander.missingArgument': (named) => `L’argument ${named} manque.`,
    'commander.optionMissingArgument': (named) => `La valeur de l’option ${named} manque.`,
    'commander.missingMandatoryOptionValue': (named) => `L’option ${named} est obligatoire.`,
    'commander.invalidArgument': (named, detail) => `La valeur de ${named} est invalide. ${detail}`,
    'commander.excessArguments': () => 'Il y a trop d’arguments.',
  },
  badZone: 'Indiquez un fuseau horaire comme Europe/Paris, UTC ou +02:00.',
  oneOf: (allowed) => `Indiquez une de ces valeurs\u00a0: ${allowed}.`,
  unreadable: (path, code) => `Le fichier ${path} est illisible\u00a0: ${code}.`,
  missing: (path) => `Le fichier ${path} n’existe pas.`,
  unknownFormat: (path) =>
    `${path} n’est ni un fichier iCalendar (BEGIN:VCALENDAR) ni le JSON du jeu de données «\u00a0evenements-a-paris\u00a0».`,
  ended: (done, all) =>
    all === undefined
      ? `Arrêt avant la fin\u00a0: ${done} fiches ont été lues.`
      : `Arrêt avant la fin\u00a0: ${done} fiches sur ${all} ont été lues.`,
};

export const commandTexts: PerLanguage<CommandTexts> = { en, fr };
