import { type PerLanguage } from '../i18n/language.js';

const en = {
  description: 'Imports events from an iCalendar file, or from the JSON of the Paris open data.',
  file: 'the file; its format is recognised by what stands in it',
  language: 'en or fr: language of the texts that do not say theirs, and of all messages (required)',
  timezone:
    'applies to times without a zone, and instants (UTC) are shown in it (default: the only one that the file names, else the site’s)',
  author: 'account that the events belong to, an editor (default: import)',
  status: 'publish or draft: status of events that are created (default: publish)',
  category: 'name of a category that all events get as well; may be repeated',
  dryRun: 'does everything but keep it, and says what would happen',
  help: 'shows this help',
  titles: {} as Readonly<Record<string, string>>,
  details: `
Importing again changes nothing. What has changed in the file is updated; what is gone from it stays.
What the file says of an event replaces what was there. Fields that it does not mention stay.
Recurring events become series. What takes place several times a day becomes dates, 750 at most.
A series that was divided or given up in the calendar stays so, and changes of single dates are kept.
Cancelled events are marked as cancelled. What is not for the public (CLASS) and dates that the file leaves
out (EXDATE) go to the trash if they were imported before. Events in the trash stay there.
Events that this calendar itself has exported are left out while they are here: change them here.

The report has one line for each outcome: created, updated, unchanged, refused; trashed and skipped where
there are any. Below it stand the records that were refused, with the reason and the line in the file.

Exit codes:
  0    the file was read whole, also where single records were refused
  1    the import failed or ended early, such as when the database is away
  2    wrong usage, or a file that cannot be read
  130  interrupted

Examples:
  npm run import -- meetups.ics --language fr --timezone Europe/Paris
  npm run import -- paris-events.json --language fr --dry-run
  npm run import -- courses.ics --language en --status draft --category Courses`,
  seeHelp: '(--help explains the usage.)',
  /** By the codes of the library; its own words are English. */
  usage: {} as Readonly<Record<string, (named: string, detail: string) => string>>,
  badZone: 'Say a time zone such as Europe/Paris, UTC or +02:00.',
  oneOf: (allowed: string) => `Say one of: ${allowed}.`,
  unreadable: (path: string, code: string) => `The file ${path} cannot be read: ${code}.`,
  missing: (path: string) => `There is no file ${path}.`,
  unknownFormat: (path: string) =>
    `${path} is neither an iCalendar file (BEGIN:VCALENDAR) nor the JSON of the open data set “evenements-a-paris”.`,
  ended: (done: number, all: number | undefined) =>
    all === undefined ? `Ended early: ${done} records were read.` : `Ended early: ${done} of ${all} records were read.`,
};

export type CommandTexts = typeof en;

const fr: CommandTexts = {
  description: 'Importe des événements d’un fichier iCalendar ou du JSON des données ouvertes de Paris.',
  file: 'le fichier; son format est reconnu à son contenu',
  language: 'en ou fr\u00a0: langue des textes qui ne disent pas la leur et de tous les messages (obligatoire)',
  timezone:
    'fuseau des heures qui n’en ont pas et dans lequel les instants (UTC) sont affichés (par défaut\u00a0: le seul que le fichier nomme, sinon celui du site)',
  author: 'compte auquel les événements appartiennent, de rôle editor (par défaut\u00a0: import)',
  status: 'publish ou draft\u00a0: état des événements créés (par défaut\u00a0: publish)',
  category: 'nom d’une catégorie ajoutée à tous les événements; peut être répété',
  dryRun: 'fait tout sans rien garder et dit ce qui se passerait',
  help: 'affiche cette aide',
  titles: { 'Usage:': 'Utilisation\u00a0:', 'Arguments:': 'Arguments\u00a0:', 'Options:': 'Options\u00a0:' },
  details: `
Importer de nouveau ne change rien. Ce qui a changé dans le fichier est mis à jour; ce qui n’y est plus reste.
Ce que le fichier dit d’un événement remplace ce qui s’y trouvait. Les champs qu’il ne mentionne pas restent.
Les événements récurrents deviennent des séries. Ce qui a lieu plusieurs fois par jour devient des dates, 750 au plus.
Une série divisée ou abandonnée dans le calendrier le reste, et les changements de dates isolées sont gardés.
Les événements annulés sont marqués comme tels. Ce qui n’est pas public (CLASS) et les dates que le fichier exclut
(EXDATE) vont à la corbeille s’ils avaient été importés. Les événements à la corbeille y restent.
Les événements exportés par ce calendrier même sont laissés de côté tant qu’ils s’y trouvent.

Le rapport a une ligne par résultat\u00a0: créées, mises à jour, inchangées, refusées; à la corbeille et laissées de côté
s’il y en a. Suivent les fiches refusées, avec la raison et la ligne du fichier.

Codes de sortie\u00a0:
  0    le fichier a été lu en entier, même si certaines fiches ont été refusées
  1    l’importation a échoué ou s’est arrêtée avant la fin, par exemple sans base de données
  2    mauvaise utilisation ou fichier illisible
  130  interrompu

Exemples\u00a0:
  npm run import -- rencontres.ics --language fr --timezone Europe/Paris
  npm run import -- paris-events.json --language fr --dry-run
  npm run import -- cours.ics --language fr --status draft --category Cours`,
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
