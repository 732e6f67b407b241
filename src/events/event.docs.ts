import { type ResourceDocs } from '../resource/definition.js';

/** Documentation that cannot be derived from the classes. */
export const EVENT_DOCS: ResourceDocs = {
  about: {
    en: {
      title: 'Events',
      about: 'What takes place, when and where.',
    },
    fr: {
      title: 'Événements',
      about: 'Ce qui se passe, quand et où.',
    },
  },
  operations: {
    list: {
      en: {
        summary: 'List events',
        description:
          'Published events from today on, for 24 months, by start; every parameter narrows or widens the list, and different parameters combine with AND. Events that are hidden from lists appear only if `include` names them, or with `hide_from_listings=true` for those who may edit them.',
      },
      fr: {
        summary: 'Lister les événements',
        description:
          'Les événements publiés à partir d’aujourd’hui, sur 24 mois, par date de début; chaque paramètre restreint ou élargit cette liste, et des paramètres différents se combinent par ET. Les événements masqués des listes n’apparaissent que si `include` les nomme, ou avec `hide_from_listings=true` pour qui a le droit de les modifier.',
      },
    },
    count: {
      en: {
        summary: 'Count events',
        description:
          'Counts the events of a list per day, month, category, tag, venue, organizer or city, for the badges of a calendar or the options of a filter. Accepts every filter of the list.',
      },
      fr: {
        summary: 'Compter les événements',
        description:
          'Compte les événements d’une liste par jour, mois, catégorie, étiquette, lieu, organisateur ou ville, pour les pastilles d’un calendrier ou les choix d’un filtre. Accepte tous les filtres de la liste.',
      },
    },
    create: {
      en: {
        summary: 'Create an event',
        description:
          'Venues and organizers may be ids or objects: an object is found by its name or created, in the same transaction. The `Location` header leads to the new event.',
      },
      fr: {
        summary: 'Créer un événement',
        description:
          'Les lieux et organisateurs peuvent être des identifiants ou des objets : un objet est retrouvé par son nom ou créé, dans la même transaction. L’en-tête `Location` donne l’adresse du nouvel événement.',
      },
    },
    get: {
      en: {
        summary: 'Read an event',
        description: 'The event with its venues, organizers, categories, tags and JSON-LD.',
      },
      fr: {
        summary: 'Lire un événement',
        description: 'L’événement avec ses lieux, organisateurs, catégories, étiquettes et son JSON-LD.',
      },
    },
    update: {
      en: {
        summary: 'Update an event',
        description:
          'Fields that are not sent keep their values; POST, PUT and PATCH do the same. Another status takes an event out of the trash. Changes to a series apply to all its occurrences, except for what was changed for a particular date; `apply` says which dates are meant.',
      },
      fr: {
        summary: 'Modifier un événement',
        description:
          'Les champs qui ne sont pas envoyés restent tels quels; POST, PUT et PATCH font la même chose. Un autre statut sort un événement de la corbeille. Une modification d’une série s’applique à toutes ses occurrences, sauf ce qui a été modifié pour une date en particulier; `apply` dit quelles dates sont visées.',
      },
    },
    remove: {
      en: {
        summary: 'Delete an event',
        description:
          'Moves the event to the trash, or deletes it permanently with `force`. The response is the deleted event. A series is deleted and restored as a whole, unless `apply` means one date; deleting an occurrence excludes its date from the series.',
      },
      fr: {
        summary: 'Supprimer un événement',
        description:
          'Met l’événement à la corbeille, ou le supprime définitivement avec `force`. La réponse est l’événement tel qu’il a été supprimé. Une série est supprimée et restaurée tout entière, sauf si `apply` vise une seule date; supprimer une occurrence exclut sa date de la série.',
      },
    },
  },
  bodies: {
    en: {
      short: {
        title: 'Summer concert',
        start_date: '2027-06-21 19:30:00',
        end_date: '2027-06-21 22:00:00',
      },
      full: {
        title: 'Summer concert',
        start_date: '2027-06-21 19:30:00',
        end_date: '2027-06-21 22:00:00',
        description: '<p>Jazz under the open sky.</p>',
        cost: '20 - 35',
        venue: [
          {
            venue: 'Massey Hall',
            city: 'Toronto',
          },
        ],
        categories: ['Music'],
        tags: ['outdoors'],
        translations: {
          fr: {
            title: 'Concert d’été',
          },
        },
      },
      update: {
        cost: 'free',
        featured: true,
      },
    },
    fr: {
      short: {
        title: 'Concert d’été',
        start_date: '2027-06-21 19:30:00',
        end_date: '2027-06-21 22:00:00',
      },
      full: {
        title: 'Concert d’été',
        start_date: '2027-06-21 19:30:00',
        end_date: '2027-06-21 22:00:00',
        description: '<p>Du jazz à ciel ouvert.</p>',
        cost: '20 - 35',
        venue: [
          {
            venue: 'Massey Hall',
            city: 'Toronto',
          },
        ],
        categories: ['Musique'],
        tags: ['plein air'],
        translations: {
          en: {
            title: 'Summer concert',
          },
        },
      },
      update: {
        cost: 'gratuit',
        featured: true,
      },
    },
  },
  parameters: {
    en: {
      slug: 'saturday-farmers-market',
    },
    fr: {
      slug: 'marche-fermier-du-samedi',
    },
  },
  jsonLd: 'Event',
  fieldsFr: {
    'What events are counted by: the days or months on which they take place, even in part, what they are linked to, their price or their status.':
      'Ce selon quoi les événements sont comptés : les jours ou les mois où ils ont lieu, même en partie, ce à quoi ils sont liés, leur prix ou leur statut.',
    'Largest number of values (by default 400 for days): the first days and months, or the most frequent values.':
      'Nombre maximal de valeurs (par défaut 400 pour les jours) : les premiers jours et mois, ou les valeurs les plus fréquentes.',
    'A day, a month, a city, a price or a status as text; otherwise the id of a record.':
      'Un jour, un mois, une ville, un prix ou un statut, en texte; sinon l’identifiant d’une fiche.',
    'Number of events with this value.': 'Nombre d’événements qui ont cette valeur.',
    'The value as people read it, in the language of the response.':
      'La valeur telle qu’on la lit, dans la langue de la réponse.',
    'Slug of the record, in the language of the response; absent where the value is no record.':
      'Slug de la fiche, dans la langue de la réponse; absent si la valeur n’est pas une fiche.',
    'Id of the parent category, 0 at the top level; categories only.':
      'Identifiant de la catégorie parente, 0 au premier niveau; pour les catégories seulement.',
    'Address of the online event in this language alone, in place of the one for all languages.':
      'Adresse de l’événement en ligne dans cette langue, à la place de celle de toutes les langues.',
    'The property by which events are counted.': 'La propriété selon laquelle les événements sont comptés.',
    'Days and months in order, without empty ones; everything else by descending count.':
      'Les jours et les mois dans l’ordre, sans ceux qui sont vides; tout le reste par nombre décroissant.',
    'Total number of events in the list.': 'Nombre total d’événements de la liste.',
    'Title of the event.': 'Titre de l’événement.',
    "Start in the event's time zone, `YYYY-MM-DD HH:MM:SS`.":
      'Début dans le fuseau de l’événement, `AAAA-MM-JJ HH:MM:SS`.',
    "Parts of the start in the event's time zone.": 'Éléments du début, dans le fuseau de l’événement.',
    "Start, in the event's time zone unless it names another.":
      'Début, dans le fuseau de l’événement sauf indication contraire.',
    "End in the event's time zone.": 'Fin dans le fuseau de l’événement.',
    "Parts of the end in the event's time zone.": 'Éléments de la fin, dans le fuseau de l’événement.',
    "End, in the event's time zone unless it names another; not before the start.":
      'Fin, dans le fuseau de l’événement sauf indication contraire; pas avant le début.',
    'Start in UTC.': 'Début en UTC.',
    'Parts of the start in UTC.': 'Éléments du début, en UTC.',
    'End in UTC.': 'Fin en UTC.',
    'Parts of the end in UTC.': 'Éléments de la fin, en UTC.',
    'Start, ISO 8601 with offset.': 'Début, ISO 8601 avec décalage.',
    'End, ISO 8601 with offset.': 'Fin, ISO 8601 avec décalage.',
    'Four digits.': 'Quatre chiffres.',
    'Two digits.': 'Deux chiffres.',
    'Two digits, 00 to 23.': 'Deux chiffres, de 00 à 23.',
    'Time zone of the event.': 'Fuseau horaire de l’événement.',
    'Time zone of the event: an IANA name, UTC or an offset; by default that of the site.':
      'Fuseau horaire de l’événement : un nom IANA, UTC ou un décalage; par défaut celui du site.',
    'Abbreviation of the time zone at the start of the event, in English.':
      'Abréviation du fuseau horaire au début de l’événement, en anglais.',
    'Whether the event lasts whole days.': 'Indique si l’événement dure des journées entières.',
    'Whether the event lasts whole days: from 00:00:00 of the first to 23:59:59 of the last. Times that are sent are ignored.':
      'Indique si l’événement dure des journées entières : de 00:00:00 du premier jour à 23:59:59 du dernier, quelles que soient les heures envoyées.',
    'Whether the event takes place as announced.': 'Indique si l’événement a lieu comme annoncé.',
    'Why the event does not take place as announced.': 'Pourquoi l’événement n’a pas lieu comme annoncé.',
    'Why the event does not take place as announced, in the language of the texts.':
      'Pourquoi l’événement n’a pas lieu comme annoncé, dans la langue des textes.',
    'How people attend: in person, online, or both.': 'Mode de participation : sur place, en ligne, ou les deux.',
    'Address of the online event: a meeting or a stream.':
      'Adresse de l’événement en ligne : une réunion ou une diffusion.',
    'Cost as displayed in the language of the response.': 'Coût tel qu’il s’affiche dans la langue de la réponse.',
    'Parts of the cost.': 'Éléments du coût.',
    'Cost: a text, a number, or a list of these.': 'Coût : un texte, un nombre, ou une liste des deux.',
    'Symbol of the currency.': 'Symbole de la devise.',
    'ISO 4217 code of the currency.': 'Code ISO 4217 de la devise.',
    'Position of the symbol in the language of the response.': 'Place du symbole dans la langue de la réponse.',
    'The amounts, as text.': 'Les montants, en texte.',
    'Website of the event.': 'Site web de l’événement.',
    'Whether a map is shown.': 'Indique si une carte est affichée.',
    'Whether a link to a map is shown.': 'Indique si un lien vers une carte est affiché.',
    'Whether the event is hidden from lists.': 'Indique si l’événement est masqué des listes.',
    'Whether the event is sticky in the calendar.': 'Indique si l’événement est épinglé dans le calendrier.',
    'Whether the event is featured on the site.': 'Indique si l’événement est mis en avant sur le site.',
    'Whether tickets are offered.': 'Indique si des billets sont proposés.',
    'Whether the event has a password.': 'Indique si l’événement a un mot de passe.',
    'Id of the parent event. An occurrence keeps its series as parent.':
      'Identifiant de l’événement parent. Une occurrence garde sa série comme parent.',
    'Id of the parent event; for an occurrence, of its series.':
      'Identifiant de l’événement parent; pour une occurrence, de sa série.',
    'Makes the event a series: a rule (RFC 5545), or an object with a rule, excluded dates and additional dates. Null ends the series.':
      'Fait de l’événement une série : une règle (RFC 5545), ou un objet qui contient une règle, des dates exclues et des dates ajoutées. Null met fin à la série.',
    'Recurrence of a series, on the record that represents it; null on all other events.':
      'Récurrence d’une série, sur la fiche qui la représente; null pour tous les autres événements.',
    'Place of an occurrence in its series, the first one included; null on single events.':
      'Place d’une occurrence dans sa série, la première comprise; null pour un événement unique.',
    'The rule (RFC 5545, section 3.3.10); null if the series consists of dates alone.':
      'La règle (RFC 5545, section 3.3.10); null si la série ne se compose que de dates.',
    'Excluded dates, with the time if a day has several occurrences.':
      'Dates exclues, avec l’heure si un jour compte plusieurs occurrences.',
    'Additional dates, with the time if it differs from that of the first occurrence, and the end if the duration differs.':
      'Dates ajoutées, avec l’heure si elle diffère de celle de la première occurrence, et la fin si la durée diffère.',
    'Id of the record that represents the series: its first occurrence, or another one if that was changed alone; null if you may not read it.':
      'Identifiant de la fiche qui représente la série : sa première occurrence, ou une autre si celle-ci a été modifiée seule; null si vous ne pouvez pas la lire.',
    'Original date by the rule, with the time if a day has several occurrences; the event itself may have been moved.':
      'Date d’origine selon la règle, avec l’heure si un jour compte plusieurs occurrences; l’événement lui-même a pu être déplacé.',
    "Sets the event's password; an empty text removes it. Only on creation and on routes by id.":
      'Définit le mot de passe de l’événement; un texte vide le supprime. Seulement à la création et sur les routes par identifiant.',
    'Which dates of a series are meant. `this`: this date alone, even the first. `following`: this date and all later ones, which become a new series. `all`: all dates; a new start or end moves them all by the same difference. By default, the record of the series (`occurrence.series`) means all dates, and any other date itself.':
      'Les dates de la série qui sont visées. `this` : cette date seule, même la première. `following` : cette date et toutes les suivantes, qui forment une nouvelle série. `all` : toutes les dates; un nouveau début ou une nouvelle fin les déplace toutes d’autant. Par défaut, la fiche de la série (`occurrence.series`) vise toutes les dates, et toute autre date ne vise qu’elle-même.',
    'Which dates of a series are meant. `this`: this date alone, even the first. `following`: this date and all later ones; the series ends before them. `all`: all dates. By default, the record of the series (`occurrence.series`) means all dates, and any other date itself.':
      'Les dates de la série qui sont visées. `this` : cette date seule, même la première. `following` : cette date et toutes les suivantes; la série se termine avant elles. `all` : toutes les dates. Par défaut, la fiche de la série (`occurrence.series`) vise toutes les dates, et toute autre date ne vise qu’elle-même.',
    '`Event` (schema.org); on single records, and in lists if `_fields` names it. An on-site event without a venue has no `location`, and Google then shows no rich result.':
      '`Event` (schema.org); sur une fiche seule, et dans les listes si `_fields` le nomme. Un événement sur place sans lieu n’a pas de `location` : Google n’affiche alors aucun résultat enrichi.',
    'The events of this page.': 'Les événements de cette page.',
    'Events that start on or after this day. By default today, also if only `end_date` is given: an `end_date` in the past then finds nothing.':
      'Les événements qui commencent ce jour-là ou après. Par défaut aujourd’hui, même si seul `end_date` est donné : un `end_date` passé ne trouve alors rien.',
    'Events that end on or before this day. By default 24 months after the start.':
      'Les événements qui finissent ce jour-là ou avant. Par défaut 24 mois après le début.',
    'Events that start before the end of this day.': 'Les événements qui commencent avant la fin de ce jour.',
    'Events that start after this day.': 'Les événements qui commencent après ce jour.',
    'Events that end before the end of this day.': 'Les événements qui finissent avant la fin de ce jour.',
    'Events that end after this day.': 'Les événements qui finissent après ce jour.',
    'Events that take place, even in part, on or after this day.':
      'Les événements qui ont lieu, même en partie, ce jour-là ou après.',
    'Events that take place, even in part, on or before this day.':
      'Les événements qui ont lieu, même en partie, ce jour-là ou avant.',
    'true: dates are exact times; false: they are whole days.':
      'true : les dates sont des heures exactes; false : des journées entières.',
    'true: only featured events; false: only others.':
      'true : seulement les événements mis en avant; false : seulement les autres.',
    'Events with one of these statuses, separated by commas.':
      'Les événements qui ont l’un de ces états, séparés par des virgules.',
    'Events with one of these forms of attendance, separated by commas.':
      'Les événements qui ont l’un de ces modes de participation, séparés par des virgules.',
    '`text`: searches title, excerpt and description; `all`: also the names of venues (with their cities), organizers, categories and tags.':
      '`text` : cherche dans le titre, l’extrait et la description; `all` : aussi dans les noms des lieux (avec leurs villes), des organisateurs, des catégories et des étiquettes.',
    'Free or paid events. Events whose cost names no amount are neither.':
      'Les événements gratuits ou payants. Ceux dont le coût n’a pas de montant ne sont ni l’un ni l’autre.',
    'Children of this event.': 'Les enfants de cet événement.',
    '`all`: every occurrence; `next`: the first occurrence of each series in the list; `series`: each series with an occurrence in the list, once.':
      '`all` : toutes les occurrences; `next` : la première occurrence de chaque série dans la liste; `series` : chaque série qui a une occurrence dans la liste, une seule fois.',
    'Events of these accounts.': 'Les événements de ces comptes.',
    'true: the events that are hidden from lists and that you may edit.':
      'true : les événements masqués des listes que vous pouvez modifier.',
    'Whether the venue of the event has coordinates. Needs the geolocation extension.':
      'Indique si le lieu de l’événement a des coordonnées. Exige l’extension de géolocalisation.',
    'Latitude of a point near the venue, with `geoloc_lng`. Needs the geolocation extension.':
      'Latitude d’un point proche du lieu, avec `geoloc_lng`. Exige l’extension de géolocalisation.',
    'Longitude of a point near the venue, with `geoloc_lat`. Needs the geolocation extension.':
      'Longitude d’un point proche du lieu, avec `geoloc_lat`. Exige l’extension de géolocalisation.',
    'Password of the event, if it has one; only on the route by id.':
      'Mot de passe de l’événement, s’il en a un; seulement sur la route par identifiant.',
    'Password of the event; accepted, but gives no right to write.':
      'Mot de passe de l’événement; accepté, mais ne donne aucun droit d’écriture.',
  },
};
