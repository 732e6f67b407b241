/**
 * The comments of DTO and query classes in French, by their English text. A test fails for a comment that is not here, and for
 * a text here that no comment says any more: whoever changes an English sentence has to look at the French one.
 */
export const fieldsFr: Readonly<Record<string, string>> = {
  // Accounts, images, translations
  'Id of the account; the author of a record is named by it.':
    'Identifiant du compte ; c’est par lui qu’est nommé l’auteur d’une fiche.',
  'Name of the account.': 'Nom du compte.',
  'What the account may do.': 'Ce que le compte a le droit de faire.',
  'Id of the image; the same address always has the same one.':
    'Identifiant de l’image ; une même adresse a toujours le même.',
  'Address of the image.': 'Adresse de l’image.',
  'Ending of the file name in lower case, such as `jpg`.': 'Extension du nom de fichier en minuscules, comme `jpg`.',
  'Width in pixels.': 'Largeur en pixels.',
  'Height in pixels.': 'Hauteur en pixels.',
  'Text for those who do not see the image.': 'Texte pour qui ne voit pas l’image.',
  'Language of the translation.': 'Langue de la traduction.',
  'Slug of the record in that language.': 'Slug de la fiche dans cette langue.',
  'Public page of the record in that language.': 'Page publique de la fiche dans cette langue.',
  'The record in that language on this interface.': 'La fiche dans cette langue, sur cette interface.',

  // Records
  'Id of the record.': 'Identifiant de la fiche.',
  'Id of the record that is unique beyond this site.': 'Identifiant de la fiche, unique au-delà de ce site.',
  'Global ids of the record, its own first.': 'Identifiants globaux de la fiche, le sien d’abord.',
  'Id of the account that the record belongs to.': 'Identifiant du compte auquel appartient la fiche.',
  'Id of the account that the record belongs to; only editors may name another than themselves.':
    'Identifiant du compte auquel appartient la fiche ; seuls les éditeurs peuvent en nommer un autre que le leur.',
  'Status of the record.': 'Statut de la fiche.',
  "Publication date in the site's time zone, `YYYY-MM-DD HH:MM:SS`.":
    'Date de publication dans le fuseau du site, `AAAA-MM-JJ HH:MM:SS`.',
  'Publication date in UTC.': 'Date de publication en UTC.',
  "Publication date, in the site's time zone where it says none. In the future, it schedules the record.":
    'Date de publication, dans le fuseau du site si elle n’en dit aucun. Dans l’avenir, elle programme la fiche.',
  'Publication date, in UTC where it says no zone.': 'Date de publication, en UTC si elle ne dit aucun fuseau.',
  "Date of the last change in the site's time zone.": 'Date de la dernière modification dans le fuseau du site.',
  'Date of the last change in UTC.': 'Date de la dernière modification en UTC.',
  'Public page of the record on the website.': 'Page publique de la fiche sur le site.',
  'The record on this interface.': 'La fiche sur cette interface.',
  'Description, as HTML.': 'Description, en HTML.',
  'Description, as HTML; cleaned on write.': 'Description, en HTML ; nettoyée à l’écriture.',
  'Excerpt, as HTML.': 'Extrait, en HTML.',
  'Excerpt, as HTML; cleaned on write.': 'Extrait, en HTML ; nettoyé à l’écriture.',
  'Name of the record in addresses.': 'Nom de la fiche dans les adresses.',
  'Name in addresses; made from the title where it is not given, numbered where it is taken.':
    'Nom dans les adresses ; tiré du titre s’il n’est pas donné, numéroté s’il est pris.',
  'Featured image.': 'Image mise en avant.',
  'Featured image: an id, an address, or an object with either.':
    'Image mise en avant : un identifiant, une adresse, ou un objet avec l’un des deux.',
  'Language of the texts given here.': 'Langue des textes donnés ici.',
  'The languages in which the record exists.': 'Les langues dans lesquelles la fiche existe.',
  'The language that the texts beside it are written in.': 'La langue dans laquelle sont écrits les textes voisins.',
  'The texts of both languages, with `translations=all`.': 'Les textes des deux langues, avec `translations=all`.',
  'Texts by language: `{"en": {…}, "fr": {…}}`; null removes a translation.':
    'Textes par langue : `{"en": {…}, "fr": {…}}` ; null supprime une traduction.',

  // Events
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
  'Id of the parent event.': 'Identifiant de l’événement parent.',
  'Categories, by name.': 'Catégories, par nom.',
  'Tags, by name.': 'Étiquettes, par nom.',
  'Venues, in the order in which they were linked.': 'Lieux, dans l’ordre où ils ont été liés.',
  'Organizers, in the order in which they were linked.': 'Organisateurs, dans l’ordre où ils ont été liés.',
  'Categories: ids, slugs or names. They replace those before; an empty list clears them.':
    'Catégories : identifiants, slugs ou noms. Elles remplacent les précédentes ; une liste vide les efface.',
  'Tags: ids, slugs or names. They replace those before; an empty list clears them.':
    'Étiquettes : identifiants, slugs ou noms. Elles remplacent les précédentes ; une liste vide les efface.',
  'Venues: ids, or objects that are found by name or created. They replace those before; an empty list unlinks all.':
    'Lieux : identifiants, ou objets retrouvés par leur nom ou créés. Ils remplacent les précédents ; une liste vide délie tout.',
  'Organizers: ids, or objects that are found by name or created. They replace those before; an empty list unlinks all.':
    'Organisateurs : identifiants, ou objets retrouvés par leur nom ou créés. Ils remplacent les précédents ; une liste vide délie tout.',
  "Sets the event's password; an empty text removes it. On the id routes only.":
    'Définit le mot de passe de l’événement ; un texte vide le supprime. Sur les routes avec identifiant seulement.',
  'schema.org Event; on a single record only.': 'Event de schema.org ; sur une fiche seule uniquement.',

  // Venues and organizers
  'Name of the venue.': 'Nom du lieu.',
  'Street and number.': 'Numéro et rue.',
  'City.': 'Ville.',
  'Country.': 'Pays.',
  'Province, outside the United States.': 'Province, hors des États-Unis.',
  'State, in the United States.': 'État, aux États-Unis.',
  'ZIP or postal code.': 'Code postal.',
  'State or province, whichever fits the country.': 'État ou province, selon le pays.',
  'State or province, whichever fits the country: the state for the United States or where no country is given.':
    'État ou province, selon le pays : l’État pour les États-Unis ou si aucun pays n’est donné.',
  'Phone number.': 'Numéro de téléphone.',
  'Website.': 'Site web.',
  'Whether linked events show a map.': 'Si les événements liés affichent une carte.',
  'Whether linked events show a link to a map.': 'Si les événements liés affichent un lien vers une carte.',
  'schema.org Place; on a single record only.': 'Place de schema.org ; sur une fiche seule uniquement.',
  'Name of the organizer.': 'Nom de l’organisateur.',
  'E-mail address.': 'Adresse de courriel.',
  'schema.org Organization; on a single record only.': 'Organization de schema.org ; sur une fiche seule uniquement.',

  // Categories and tags
  'Id of the term.': 'Identifiant du terme.',
  'Name of the term.': 'Nom du terme.',
  'Name; the same name twice below the same parent is refused.':
    'Nom ; le même nom deux fois sous le même parent est refusé.',
  'Name of the term in addresses.': 'Nom du terme dans les adresses.',
  'Name in addresses. Made from the name and numbered where it is not given; a given one that is taken is refused.':
    'Nom dans les adresses. Tiré du nom et numéroté s’il n’est pas donné ; refusé s’il est donné et déjà pris.',
  'How many published events name the term itself.': 'Nombre d’événements publiés qui nomment le terme lui-même.',
  'Public page of the term on the website.': 'Page publique du terme sur le site.',
  'The term and its surroundings on this interface.': 'Le terme et son entourage sur cette interface.',
  'The term itself.': 'Le terme lui-même.',
  'The list of all terms of its kind.': 'La liste de tous les termes de sa sorte.',
  'The parent of a category; null at the top level and for tags.':
    'Le parent d’une catégorie ; null au premier niveau et pour les étiquettes.',
  'The languages in which the term exists.': 'Les langues dans lesquelles le terme existe.',
  'Always `event_category`.': 'Toujours `event_category`.',
  'Always `event_tag`.': 'Toujours `event_tag`.',
  'Id of the category above; 0 at the top level.': 'Identifiant de la catégorie parente ; 0 au premier niveau.',
  'Id of the category above; null or 0 for the top level. Not the category itself or one of its descendants.':
    'Identifiant de la catégorie parente ; null ou 0 pour le premier niveau. Ni la catégorie elle-même ni l’une de ses descendantes.',

  // Envelopes of lists
  'Address of this page.': 'Adresse de cette page.',
  'Address of the next page; absent on the last.': 'Adresse de la page suivante ; absente de la dernière.',
  'Address of the page before; absent on the first.': 'Adresse de la page précédente ; absente de la première.',
  'How many records the list has in all.': 'Nombre de fiches de toute la liste.',
  'How many pages the list has.': 'Nombre de pages de la liste.',
  'The events of this page.': 'Les événements de cette page.',
  'The venues of this page.': 'Les lieux de cette page.',
  'The organizers of this page.': 'Les organisateurs de cette page.',
  'The categories of this page.': 'Les catégories de cette page.',
  'The tags of this page.': 'Les étiquettes de cette page.',

  // Parameters of all routes and of all lists
  'The language of the answer, where it is not that of the root.':
    'La langue de la réponse, si ce n’est pas celle de la racine.',
  '`none`: a record without a translation in the language is not found, instead of being shown in the other language.':
    '`none` : une fiche sans traduction dans la langue est introuvable, au lieu d’être montrée dans l’autre langue.',
  '`all`: the record carries the texts of both languages under `translations`.':
    '`all` : la fiche porte les textes des deux langues sous `translations`.',
  'true: deletes for good instead of moving to the trash; for editors and administrators.':
    'true : supprime définitivement au lieu de mettre à la corbeille ; pour les éditeurs et administrateurs.',
  'Page of the list.': 'Page de la liste.',
  'Records on a page, 100 at most where the site says nothing else.':
    'Fiches par page, 100 au plus si le site ne dit rien d’autre.',
  'Words that the text contains, in any order; "a phrase" in quotes; a leading hyphen excludes. Case and accents do not matter.':
    'Mots que le texte contient, dans n’importe quel ordre ; "une expression" entre guillemets ; un trait d’union initial exclut. La casse et les accents ne comptent pas.',
  'These ids only; unknown ones are ignored.': 'Ces identifiants seulement ; les inconnus sont ignorés.',
  'Without these ids; unknown ones are ignored.': 'Sans ces identifiants ; les inconnus sont ignorés.',
  'Direction of the order.': 'Sens de l’ordre.',
  'What the list is ordered by.': 'Ce par quoi la liste est ordonnée.',
  'What lacks a translation in the language: listed in the other language, listed alone, or left out.':
    'Ce qui manque de traduction dans la langue : donné dans l’autre langue, donné seul, ou omis.',
  'Statuses, separated by commas; `any` is all that the caller may see but the trash. More than `publish` needs rights.':
    'Statuts, séparés par des virgules ; `any` est tout ce que l’appelant peut voir, sauf la corbeille. Au-delà de `publish`, il faut des droits.',

  // Parameters of the list of events
  'Events that start on or after this day; today where nothing else bounds the list.':
    'Les événements qui commencent ce jour-là ou après ; aujourd’hui si rien d’autre ne borne la liste.',
  'Events that end on or before this day; 24 months after the start where nothing else bounds the list.':
    'Les événements qui finissent ce jour-là ou avant ; 24 mois après le début si rien d’autre ne borne la liste.',
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
  'Events of one of these categories or of their descendants: ids or slugs, of either language.':
    'Les événements de l’une de ces catégories ou de leurs descendantes : identifiants ou slugs, de l’une ou l’autre langue.',
  'Events with one of these tags: ids or slugs, of either language.':
    'Les événements avec l’une de ces étiquettes : identifiants ou slugs, de l’une ou l’autre langue.',
  'Events at one of these venues.': 'Les événements dans l’un de ces lieux.',
  'Events of one of these organizers.': 'Les événements de l’un de ces organisateurs.',
  'Whether events are featured.': 'Si les événements sont mis en avant.',
  'Children of this event.': 'Les enfants de cet événement.',
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

  // Parameters of the other lists
  'Linked to this event.': 'Liés à cet événement.',
  'true: linked to at least one event that the caller may see; false: to none.':
    'true : liés à au moins un événement que l’appelant peut voir ; false : à aucun.',
  'true: linked to an event that has not ended.': 'true : liés à un événement qui n’est pas fini.',
  'true: without terms that no published event names. A category is in use when one of its descendants is.':
    'true : sans les termes qu’aucun événement publié ne nomme. Une catégorie est utilisée si l’une de ses descendantes l’est.',
  'true: only terms in use by an event that has not ended.':
    'true : seulement les termes utilisés par un événement qui n’est pas fini.',
  'Terms of this event.': 'Les termes de cet événement.',
  'Terms of this event; the same as `post`.': 'Les termes de cet événement ; identique à `post`.',
  'The term that is shown with this slug.': 'Le terme montré avec ce slug.',
  'Directly below this category; 0 for the top level.': 'Directement sous cette catégorie ; 0 pour le premier niveau.',

  // The index of the namespace
  'The namespace; there is one.': 'L’espace de noms ; il n’y en a qu’un.',
  'Accepted, and without effect.': 'Accepté, et sans effet.',
  'The namespace.': 'L’espace de noms.',
  'The routes by pattern.': 'Les routes par motif.',
  'Links.': 'Liens.',
  'Links; absent where the address depends on a parameter.': 'Liens ; absents si l’adresse dépend d’un paramètre.',
  'Address that the link leads to.': 'Adresse où mène le lien.',
  'What the namespace is part of.': 'Ce dont l’espace de noms fait partie.',
  'The documentation of all this.': 'La documentation de tout cela.',
  'The route itself.': 'La route elle-même.',
  'All methods of the route.': 'Toutes les méthodes de la route.',
  'What the methods accept.': 'Ce que les méthodes acceptent.',
  'The methods.': 'Les méthodes.',
  'The parameters by name.': 'Les paramètres par nom.',
  'Type of the value, where it has only one.': 'Type de la valeur, si elle n’en a qu’un.',
  'Format of the value.': 'Format de la valeur.',
  'What the parameter does.': 'Ce que fait le paramètre.',
  'What holds where the parameter is not given.': 'Ce qui vaut si le paramètre n’est pas donné.',
  'Whether the parameter must be given.': 'Si le paramètre est obligatoire.',
  'The values that are allowed.': 'Les valeurs permises.',
  'What the members of a list are.': 'Ce que sont les membres d’une liste.',
  'The smallest number.': 'Le plus petit nombre.',
  'The largest number.': 'Le plus grand nombre.',
  'The greatest length of a text, in characters.': 'La plus grande longueur d’un texte, en caractères.',
};
