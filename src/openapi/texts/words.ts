import { type Role } from '../../http/context/role.js';
import { type PerLanguage } from '../../i18n/language.js';

/** The texts of the document that belong to no single operation or field. The French ones have the same keys, or they do not compile. */
const en = {
  title: (site: string) => `${site} – Events API`,
  server: { en: 'English', fr: 'French' },
  serverOrigin: 'Origin of the site.',

  tags: {
    accounts: { title: 'Accounts', about: 'Who is asking.' },
    documentation: { title: 'Documentation', about: 'The interface about itself.' },
    sitemap: { title: 'Sitemap', about: 'The public pages, for search engines.' },
  } as Readonly<Record<string, { readonly title: string; readonly about: string }>>,

  bySlug: ' by slug',
  byMethod: (method: string) => ` (${method.toUpperCase()})`,
  asFormat: (name: string) => ` (.${name})`,
  sameAsPatch: 'The same as PATCH.',
  sameAsJson:
    'Parameters, rights, languages and caching are those of the same path without the suffix; so are errors, which are JSON.',
  startOfFeed: (days: number) =>
    `Events that start on or after this day. Where no date is asked for, it is ${days} days ago.`,
  endOfFeed: (days: number) =>
    `Events that end on or before this day. Where no date is asked for, the list goes from ${days} days ago to 24 months from today.`,
  needs: (role: Role) => `Needs a key with the role \`${role}\` or above; rights on the record come on top.`,
  namedIn: (field: string) => `Must be given, here or in \`translations\`: \`${field}\`.`,

  id: 'Id of the record.',
  part: 'Number of the part.',
  slug: 'Name of the record in addresses; it is found in the language of the request, then in the other one.',
  ifMatch: 'ETag of the record as it was read: the write is refused where the record has changed since.',
  ifNoneMatch: 'ETag of an answer that is at hand: 304 where it still holds.',
  idempotencyKey:
    'Any text of at most 255 characters that belongs to this one request: sent again with the same key within 24 hours, the request is not done twice but answered again.',

  bearer:
    'An application key, sent as `Authorization: Bearer cal_…`. Give the key alone, without `Bearer`. Whoever runs the calendar makes keys.',
  basic:
    'The same key as the password of HTTP Basic, with any user name: `curl -u any:cal_…`. One of the two is enough.',

  responses: {
    list: 'A page of the list.',
    count: 'The counts.',
    create: 'The record as created.',
    update: 'The record as it is now.',
    remove: 'The record as deleted.',
    get: 'The record.',
    me: 'The account.',
    getIndex: 'The index.',
    getDocumentation: 'The documentation.',
    getOpenApi: 'The document.',
    getSitemap: 'The sitemap, or the index of its parts.',
    getSitemapPart: 'The part.',
  } as Readonly<Record<string, string>>,
  fieldsResponse: 'With `_fields`, records have only the fields that were asked for: the second schema.',
  notModified: 'What `If-None-Match` names still holds.',
  errors: {
    301: 'The record had this slug once; it stands under another one now.',
    400: 'The request cannot be understood; all bad parameters are named at once.',
    401: 'A key is needed, or the given one does not hold.',
    403: 'The key gives no right to this.',
    404: 'There is no such thing, or not for you.',
    409: 'The request conflicts with what is there.',
    410: 'The record is in the trash.',
    412: 'The record has changed since it was read.',
    413: 'The body is too large.',
    415: 'The body is of a type that is not read here.',
    422: 'The `Idempotency-Key` belongs to another request.',
    429: 'Too many requests.',
    500: 'A fault of the service.',
    503: 'The service is out of reach of its database, or overloaded.',
  } as Readonly<Record<number, string>>,

  headers: {
    'Content-Disposition': 'Whether browsers show or save it, and under which name.',
    'Content-Language': 'Language of the answer.',
    'Content-Location': 'Where the record is, if its slug belongs to the other language.',
    Age: 'While the database is away: seconds since the answer was known to be true.',
    Warning: 'While the database is away: the answer may have been overtaken (RFC 7234, section 5.5).',
    ETag: 'Version of the answer, for `If-None-Match`; of a record also for `If-Match`.',
    'Cache-Control': 'For how long the answer may be kept, and by whom.',
    Vary: 'The headers of the request that the answer depends on.',
    Link: 'The first, previous, next and last page (RFC 8288).',
    'Idempotent-Replayed': '`true` where an earlier request with the same `Idempotency-Key` is answered again.',
    Location: 'Where the new record is.',
    RateLimit: 'What is left of the limit, and the seconds until it is whole again.',
    'RateLimit-Policy': 'The limit: requests and seconds.',
    'Retry-After': 'Seconds until it is worth another try.',
    'WWW-Authenticate': 'How to send a key.',
    'X-Cal-Total': 'How many records the list has in all.',
    'X-Cal-TotalPages': 'How many pages the list has.',
    'X-Request-Id': 'Id of the request in the log of the service.',
  },

  error: {
    schema: 'What every failed request is answered with.',
    code: 'Stable, for programs; never translated.',
    message: 'For people, in the language of the request.',
    status: 'The HTTP status.',
    params:
      'The bad parameters, by the code: with `rest_missing_callback_param` an array of the names that are missing; with `rest_invalid_param` an object that says of each name what is wrong, missing ones included.',
    missing: 'With `rest_missing_callback_param`: the names of what is missing.',
    invalid: 'With `rest_invalid_param`: what is wrong, by name.',
    details: 'More on what went wrong.',
    termId: 'Id of the category or tag that is there already.',
    requestId: 'Id of the request in the log of the service.',
  },

  examples: { short: 'The least', full: 'More of it', update: 'A few fields', restore: 'Out of the trash' },
};

const fr: typeof en = {
  title: (site) => `${site} – API des événements`,
  server: { en: 'Anglais', fr: 'Français' },
  serverOrigin: 'Origine du site.',

  tags: {
    accounts: { title: 'Comptes', about: 'Qui pose la question.' },
    documentation: { title: 'Documentation', about: 'L’interface sur elle-même.' },
    sitemap: { title: 'Plan du site', about: 'Les pages publiques, pour les moteurs de recherche.' },
  },

  bySlug: ' par son slug',
  byMethod: (method) => ` (${method.toUpperCase()})`,
  asFormat: (name) => ` (.${name})`,
  sameAsPatch: 'Identique à PATCH.',
  sameAsJson:
    'Paramètres, droits, langues et cache sont ceux du même chemin sans le suffixe ; de même les erreurs, qui sont en JSON.',
  startOfFeed: (days) =>
    `Les événements qui commencent ce jour-là ou plus tard. Sans aucune date, c’est il y a ${days} jours.`,
  endOfFeed: (days) =>
    `Les événements qui se terminent ce jour-là ou plus tôt. Sans aucune date, la liste va d’il y a ${days} jours à dans 24 mois.`,
  needs: (role) => `Exige une clé avec le rôle \`${role}\` ou plus ; les droits sur la fiche s’y ajoutent.`,
  namedIn: (field) => `À donner obligatoirement, ici ou dans \`translations\` : \`${field}\`.`,

  id: 'Identifiant de la fiche.',
  part: 'Numéro de la partie.',
  slug: 'Nom de la fiche dans les adresses ; cherché dans la langue de la requête, puis dans l’autre.',
  ifMatch: 'ETag de la fiche telle qu’elle a été lue : l’écriture est refusée si la fiche a changé depuis.',
  ifNoneMatch: 'ETag d’une réponse déjà en main : 304 si elle vaut encore.',
  idempotencyKey:
    'Un texte quelconque d’au plus 255 caractères, propre à cette requête : renvoyée avec la même clé dans les 24 heures, la requête n’est pas exécutée deux fois, sa réponse est redonnée.',

  bearer:
    'Une clé d’application, envoyée par `Authorization: Bearer cal_…`. Donnez la clé seule, sans `Bearer`. Qui tient le calendrier crée les clés.',
  basic:
    'La même clé comme mot de passe HTTP Basic, avec un nom quelconque : `curl -u nom:cal_…`. L’une des deux façons suffit.',

  responses: {
    list: 'Une page de la liste.',
    count: 'Les nombres.',
    create: 'La fiche telle que créée.',
    update: 'La fiche telle qu’elle est maintenant.',
    remove: 'La fiche telle que supprimée.',
    get: 'La fiche.',
    me: 'Le compte.',
    getIndex: 'L’index.',
    getDocumentation: 'La documentation.',
    getOpenApi: 'Le document.',
    getSitemap: 'Le plan du site, ou l’index de ses parties.',
    getSitemapPart: 'La partie.',
  },
  fieldsResponse: 'Avec `_fields`, les fiches n’ont que les champs demandés : le second schéma.',
  notModified: 'Ce que nomme `If-None-Match` vaut encore.',
  errors: {
    301: 'La fiche a eu ce slug ; elle en a maintenant un autre.',
    400: 'La requête n’est pas comprise ; tous les paramètres fautifs sont nommés à la fois.',
    401: 'Une clé est nécessaire, ou celle donnée n’est pas valable.',
    403: 'La clé n’en donne pas le droit.',
    404: 'Cela n’existe pas, ou pas pour vous.',
    409: 'La requête contredit ce qui existe.',
    410: 'La fiche est à la corbeille.',
    412: 'La fiche a changé depuis sa lecture.',
    413: 'Le corps est trop grand.',
    415: 'Le corps est d’un type qui n’est pas lu ici.',
    422: 'L’`Idempotency-Key` appartient à une autre requête.',
    429: 'Trop de requêtes.',
    500: 'Une erreur du service.',
    503: 'Le service ne peut joindre sa base de données, ou est surchargé.',
  },

  headers: {
    'Content-Disposition': 'Si le navigateur l’affiche ou l’enregistre, et sous quel nom.',
    'Content-Language': 'Langue de la réponse.',
    'Content-Location': 'Où se trouve la fiche, si son slug est celui de l’autre langue.',
    Age: 'Pendant une panne de la base : secondes depuis que la réponse était sûrement juste.',
    Warning: 'Pendant une panne de la base : la réponse a pu vieillir (RFC 7234, section 5.5).',
    ETag: 'Version de la réponse, pour `If-None-Match` ; celle d’une fiche, aussi pour `If-Match`.',
    'Cache-Control': 'Combien de temps la réponse peut être gardée, et par qui.',
    Vary: 'Les en-têtes de la requête dont dépend la réponse.',
    Link: 'Les pages première, précédente, suivante et dernière (RFC 8288).',
    'Idempotent-Replayed':
      '`true` si c’est la réponse redonnée d’une requête antérieure avec la même `Idempotency-Key`.',
    Location: 'Où se trouve la nouvelle fiche.',
    RateLimit: 'Ce qui reste de la limite, et les secondes avant qu’elle soit de nouveau entière.',
    'RateLimit-Policy': 'La limite : requêtes et secondes.',
    'Retry-After': 'Secondes à attendre avant un nouvel essai.',
    'WWW-Authenticate': 'Comment envoyer une clé.',
    'X-Cal-Total': 'Nombre de fiches de toute la liste.',
    'X-Cal-TotalPages': 'Nombre de pages de la liste.',
    'X-Request-Id': 'Identifiant de la requête dans le journal du service.',
  },

  error: {
    schema: 'La réponse à toute requête qui échoue.',
    code: 'Stable, pour les programmes ; jamais traduit.',
    message: 'Pour les personnes, dans la langue de la requête.',
    status: 'Le statut HTTP.',
    params:
      'Les paramètres fautifs, selon le code : avec `rest_missing_callback_param`, un tableau des noms manquants ; avec `rest_invalid_param`, un objet qui dit pour chaque nom ce qui ne va pas, manquants compris.',
    missing: 'Avec `rest_missing_callback_param` : les noms de ce qui manque.',
    invalid: 'Avec `rest_invalid_param` : ce qui ne va pas, par nom.',
    details: 'Des précisions sur ce qui ne va pas.',
    termId: 'Identifiant de la catégorie ou de l’étiquette qui existe déjà.',
    requestId: 'Identifiant de la requête dans le journal du service.',
  },

  examples: { short: 'Le minimum', full: 'Davantage', update: 'Quelques champs', restore: 'Hors de la corbeille' },
};

export type Words = typeof en;

export const words: PerLanguage<Words> = { en, fr };
