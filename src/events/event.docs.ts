import { type KindDocs } from '../resource/definition.js';

/** What the documentation cannot read off the classes. */
export const EVENT_DOCS: KindDocs = {
  about: {
    en: {
      title: 'Events',
      about: 'What happens, when and where.',
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
          'Published events from today on, for 24 months, by start; every parameter narrows or widens that. Parameters of different names combine with AND. Events that are hidden from listings appear only where `include` names them, or where `hide_from_listings=true` asks for them with the right to edit.',
      },
      fr: {
        summary: 'Lister les événements',
        description:
          'Les événements publiés à partir d’aujourd’hui, sur 24 mois, par date de début ; chaque paramètre restreint ou élargit cette liste. Les paramètres de noms différents se combinent par ET. Les événements masqués des listes n’apparaissent que si `include` les nomme, ou si `hide_from_listings=true` les demande avec le droit de les modifier.',
      },
    },
    count: {
      en: {
        summary: 'Count events',
        description:
          'How many events of a list have which values, and how many there are in all: for the badges of a calendar and the choices of a filter. Every filter of the list holds.',
      },
      fr: {
        summary: 'Compter les événements',
        description:
          'Combien d’événements d’une liste ont quelles valeurs, et combien il y en a en tout : pour les pastilles d’un calendrier et les choix d’un filtre. Tous les filtres de la liste valent.',
      },
    },
    create: {
      en: {
        summary: 'Create an event',
        description:
          'Venues and organizers may be ids or objects: an object is found by its name or created, in the same transaction. The answer names the new event in `Location`.',
      },
      fr: {
        summary: 'Créer un événement',
        description:
          'Les lieux et organisateurs peuvent être des identifiants ou des objets : un objet est retrouvé par son nom ou créé, dans la même transaction. La réponse nomme le nouvel événement dans `Location`.',
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
          'What is not sent stays as it is; POST, PUT and PATCH are the same. Another status takes an event out of the trash. What is written to a series reaches all its occurrences, but for what they have changed on their own.',
      },
      fr: {
        summary: 'Modifier un événement',
        description:
          'Ce qui n’est pas envoyé reste tel quel ; POST, PUT et PATCH font la même chose. Un autre statut sort un événement de la corbeille. Ce qui est écrit dans une série atteint toutes ses occurrences, sauf ce qu’elles ont changé d’elles-mêmes.',
      },
    },
    remove: {
      en: {
        summary: 'Delete an event',
        description:
          'Moves the event to the trash, or deletes it for good with `force`. The answer is the event as deleted. Of a series all of it goes, and comes back together; the date of an occurrence is left out of its series.',
      },
      fr: {
        summary: 'Supprimer un événement',
        description:
          'Met l’événement à la corbeille, ou le supprime définitivement avec `force`. La réponse est l’événement tel que supprimé. Une série part tout entière, et revient de même ; la date d’une occurrence est omise de sa série.',
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
    'What the events are counted by: the days or months on which any part of them falls, or what they are linked to.':
      'Ce par quoi les événements sont comptés : les jours ou les mois sur lesquels ils tombent, même en partie, ou ce à quoi ils sont liés.',
    'Values of the answer, 400 of days where nothing is said: the first days and months, or what most events have.':
      'Les valeurs de la réponse, 400 pour les jours si rien n’est dit : les premiers jours et mois, ou ce qu’ont le plus d’événements.',
    'A day, a month or a city as text; else the id of a record.':
      'Un jour, un mois ou une ville, en texte ; sinon l’identifiant d’une fiche.',
    'Events of the list that have it.': 'Les événements de la liste qui l’ont.',
    'The value for people, in the language of the answer.':
      'La valeur telle que les gens la lisent, dans la langue de la réponse.',
    'What they are counted by.': 'Ce par quoi ils sont comptés.',
    'Days and months in order, without those that have none; everything else by falling count.':
      'Les jours et les mois dans l’ordre, sans ceux qui n’en ont aucun ; tout le reste par nombre décroissant.',
    'Events of the list in all.': 'Les événements de la liste en tout.',
    'Title of the event.': 'Titre de l’événement.',
    "Start in the event's time zone, `YYYY-MM-DD HH:MM:SS`.":
      'Début dans le fuseau de l’événement, `AAAA-MM-JJ HH:MM:SS`.',
    "Start in the event's time zone, taken apart.": 'Début dans le fuseau de l’événement, décomposé.',
    "Start, in the event's time zone where it says none.": 'Début, dans le fuseau de l’événement s’il n’en dit aucun.',
    "End in the event's time zone.": 'Fin dans le fuseau de l’événement.',
    "End in the event's time zone, taken apart.": 'Fin dans le fuseau de l’événement, décomposée.',
    "End, in the event's time zone where it says none; not before the start.":
      'Fin, dans le fuseau de l’événement si elle n’en dit aucun ; pas avant le début.',
    'Start in UTC.': 'Début en UTC.',
    'Start in UTC, taken apart.': 'Début en UTC, décomposé.',
    'End in UTC.': 'Fin en UTC.',
    'End in UTC, taken apart.': 'Fin en UTC, décomposée.',
    'Start, ISO 8601 with offset.': 'Début, ISO 8601 avec décalage.',
    'End, ISO 8601 with offset.': 'Fin, ISO 8601 avec décalage.',
    'Four digits.': 'Quatre chiffres.',
    'Two digits.': 'Deux chiffres.',
    'Two digits, 00 to 23.': 'Deux chiffres, de 00 à 23.',
    'Time zone of the event.': 'Fuseau horaire de l’événement.',
    "Time zone of the event: an IANA name, UTC or an offset; the site's where it is not given.":
      'Fuseau horaire de l’événement : un nom IANA, UTC ou un décalage ; celui du site s’il n’est pas donné.',
    'Abbreviation of the time zone at the start of the event, in English.':
      'Abréviation du fuseau horaire au début de l’événement, en anglais.',
    'Whether the event takes whole days.': 'Si l’événement dure des journées entières.',
    'Whether the event takes whole days: from 00:00:00 of the first to 23:59:59 of the last, whatever times are sent.':
      'Si l’événement dure des journées entières : de 00:00:00 du premier jour à 23:59:59 du dernier, quelles que soient les heures envoyées.',
    'Whether the event takes place as it was announced.': 'Si l’événement a lieu comme annoncé.',
    'Why the event does not take place as it was announced.': 'Pourquoi l’événement n’a pas lieu comme annoncé.',
    'Why the event does not take place as it was announced, in the language of the texts.':
      'Pourquoi l’événement n’a pas lieu comme annoncé, dans la langue des textes.',
    'How people take part: where the event is, over the net, or either way.':
      'Comment on y participe : sur place, en ligne, ou des deux façons.',
    'Where the event takes place on the web: a meeting, a stream.':
      'Où l’événement a lieu sur le web : une réunion, une diffusion.',
    'Cost as it is shown in the language of the answer.': 'Coût tel qu’il s’affiche dans la langue de la réponse.',
    'Cost taken apart.': 'Coût décomposé.',
    'Cost: text, a number, or a list of them.': 'Coût : du texte, un nombre, ou une liste des deux.',
    'Sign of the currency.': 'Symbole de la devise.',
    'ISO 4217 code of the currency.': 'Code ISO 4217 de la devise.',
    'Where the sign stands in the language of the answer.': 'Place du symbole dans la langue de la réponse.',
    'The amounts, as text.': 'Les montants, en texte.',
    'Website of the event.': 'Site web de l’événement.',
    'Whether a map is shown.': 'Si une carte est affichée.',
    'Whether a link to a map is shown.': 'Si un lien vers une carte est affiché.',
    'Whether the event is left out of lists.': 'Si l’événement est omis des listes.',
    'Whether the event is sticky in the calendar.': 'Si l’événement est épinglé dans le calendrier.',
    'Whether the event is featured on the site.': 'Si l’événement est mis en avant sur le site.',
    'Whether tickets are offered.': 'Si des billets sont proposés.',
    'Whether the event has a password.': 'Si l’événement a un mot de passe.',
    'Id of the parent event; that of an occurrence is its series, and stays.':
      'Identifiant de l’événement parent ; celui d’une occurrence est sa série, et reste.',
    'Id of the parent event; of an occurrence, of its series.':
      'Identifiant de l’événement parent ; pour une occurrence, de sa série.',
    'Makes the event a series: a rule (RFC 5545), or an object with it, with dates that are left out and with further ones. Null ends the series.':
      'Fait de l’événement une série : une règle (RFC 5545), ou un objet qui la contient, avec des dates omises et d’autres ajoutées. Null met fin à la série.',
    'How a series takes place; null on other events, its further occurrences among them.':
      'Comment une série a lieu ; null pour les autres événements, dont ses autres occurrences.',
    'Its place in a series, that of the first occurrence too; null on events that take place once.':
      'Sa place dans une série, celle de la première occurrence comprise ; null pour ce qui n’a lieu qu’une fois.',
    'The rule (RFC 5545, section 3.3.10); null where dates alone make the series.':
      'La règle (RFC 5545, section 3.3.10) ; null si des dates seules font la série.',
    'Dates that are left out, with the time where a day has several.':
      'Les dates omises, avec l’heure si un jour en compte plusieurs.',
    'Further dates, with the time where it is not that of the first one, and the end where it lasts differently.':
      'D’autres dates, avec l’heure si ce n’est pas celle de la première, et la fin si la durée diffère.',
    'Id of the series, which is its first occurrence; null where the caller may not read that one.':
      'Identifiant de la série, qui est sa première occurrence ; null si l’appelant ne peut pas la lire.',
    'The date that it has by the rule, with the time where a day has several; the event itself may have been moved.':
      'La date qu’elle a selon la règle, avec l’heure si un jour en compte plusieurs ; l’événement lui-même a pu être déplacé.',
    "Sets the event's password; an empty text removes it. On creation and on the id routes only.":
      'Définit le mot de passe de l’événement ; un texte vide le supprime. À la création et sur les routes avec identifiant seulement.',
    '`following`: the change is for this occurrence and all that follow; they begin a series of their own, and the one so far ends before them.':
      '`following` : la modification vaut pour cette occurrence et toutes les suivantes ; elles commencent une série à elles, et l’ancienne se termine avant.',
    '`following`: this occurrence and all that follow are deleted; their series ends before them.':
      '`following` : cette occurrence et toutes les suivantes sont supprimées ; leur série se termine avant.',
    'schema.org Event; on a single record, and in lists where `_fields` names it. On site without a venue it has no `location`, and Google then shows no rich result.':
      'Event de schema.org ; sur une fiche seule, et dans les listes où `_fields` le nomme. Sur place et sans lieu, il n’a pas de `location` : Google n’affiche alors aucun résultat enrichi.',
    'The events of this page.': 'Les événements de cette page.',
    'Events that start on or after this day. Where only `end_date` or nothing is given it is today: an `end_date` in the past then finds nothing.':
      'Les événements qui commencent ce jour-là ou après. Si seul `end_date` est donné, ou rien, c’est aujourd’hui : un `end_date` passé ne trouve alors rien.',
    'Events that end on or before this day. Where only `start_date` or nothing is given it is 24 months after the start.':
      'Les événements qui finissent ce jour-là ou avant. Si seul `start_date` est donné, ou rien, c’est 24 mois après le début.',
    'Events that start before the end of this day.': 'Les événements qui commencent avant la fin de ce jour.',
    'Events that start after this day.': 'Les événements qui commencent après ce jour.',
    'Events that end before the end of this day.': 'Les événements qui finissent avant la fin de ce jour.',
    'Events that end after this day.': 'Les événements qui finissent après ce jour.',
    'Events of which any part falls on this day or later.':
      'Les événements dont une partie quelconque tombe ce jour-là ou plus tard.',
    'Events of which any part falls on this day or earlier.':
      'Les événements dont une partie quelconque tombe ce jour-là ou plus tôt.',
    'false: dates mean whole days; true: they mean exactly the times given.':
      'false : les dates désignent des journées entières ; true : elles désignent exactement les heures données.',
    'Whether events are featured.': 'Si les événements sont mis en avant.',
    'Events that take place as announced, or not: cancelled, postponed, …; several separated by commas.':
      'Les événements qui ont lieu comme annoncé, ou non : annulés, reportés, … ; plusieurs séparés par des virgules.',
    'Events in which people take part in one of these ways, separated by commas.':
      'Les événements auxquels on participe de l’une de ces façons, séparées par des virgules.',
    'Where `search` looks: in title, excerpt and description, or also in the names of venues, with their cities, organizers, categories and tags.':
      'Où `search` cherche : dans le titre, l’extrait et la description, ou aussi dans les noms des lieux, avec leurs villes, des organisateurs, des catégories et des étiquettes.',
    'Events by what their cost says: nothing to pay, or something. Costs that name no amount are neither.':
      'Les événements d’après ce que dit leur coût : rien à payer, ou quelque chose. Un coût sans montant n’est ni l’un ni l’autre.',
    'Children of this event.': 'Les enfants de cet événement.',
    'What takes place again: `all` occurrences; `next`, of each series the first that the list would show; or each `series` once, where the list would show any of its occurrences.':
      'Ce qui a lieu plusieurs fois : `all`, toutes les occurrences ; `next`, de chaque série la première que la liste montrerait ; ou chaque `series` une fois, si la liste montrerait l’une de ses occurrences.',
    'Events of these accounts.': 'Les événements de ces comptes.',
    'Events changed after this date.': 'Les événements modifiés après cette date.',
    'true: the events that lists leave out, as far as the caller may edit them.':
      'true : les événements que les listes omettent, pour autant que l’appelant puisse les modifier.',
    'Needs the geolocation extension: whether the venue of an event has coordinates.':
      'Exige l’extension de géolocalisation : si le lieu d’un événement a des coordonnées.',
    'Needs the geolocation extension: latitude of a point near which the venue lies; together with geoloc_lng.':
      'Exige l’extension de géolocalisation : latitude d’un point près duquel se trouve le lieu ; avec geoloc_lng.',
    'Needs the geolocation extension: longitude of a point near which the venue lies; together with geoloc_lat.':
      'Exige l’extension de géolocalisation : longitude d’un point près duquel se trouve le lieu ; avec geoloc_lat.',
    "The event's password, where it has one; on the id route only.":
      'Le mot de passe de l’événement, s’il en a un ; sur la route avec identifiant seulement.',
    "The event's password; accepted, but it gives no right to write.":
      'Le mot de passe de l’événement ; accepté, mais il ne donne aucun droit d’écriture.',
  },
};
