/**
 * The comments of the DTO and query classes that belong to no single kind, in French, by their English text. A test fails for a comment that is not here, and for
 * a text here that no comment says any more: whoever changes an English sentence has to look at the French one.
 */
export const fieldsFr: Readonly<Record<string, string>> = {
  'Only these fields of each record, dotted where they lie inside others. A name alone is the whole field.':
    'Seulement ces champs de chaque fiche, avec des points s’ils sont dans d’autres. Un nom seul est le champ entier.',
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
  'What the record says of the image to those who do not see it, in the language of its texts.':
    'Ce que la fiche dit de l’image à qui ne la voit pas, dans la langue de ses textes.',
  'What is said of the image to those who do not see it.': 'Ce qui est dit de l’image à qui ne la voit pas.',
  'Language of the translation.': 'Langue de la traduction.',
  'Slug of the record in that language.': 'Slug de la fiche dans cette langue.',
  'Public page of the record in that language.': 'Page publique de la fiche dans cette langue.',
  'The record in that language on this interface.': 'La fiche dans cette langue, sur cette interface.',
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
  'Address of this page.': 'Adresse de cette page.',
  'Address of the next page; absent on the last.': 'Adresse de la page suivante ; absente de la dernière.',
  'Address of the page before; absent on the first.': 'Adresse de la page précédente ; absente de la première.',
  'How many records the list has in all.': 'Nombre de fiches de toute la liste.',
  'How many pages the list has.': 'Nombre de pages de la liste.',
  'The language of the answer, where it is not that of the root.':
    'La langue de la réponse, si ce n’est pas celle de la racine.',
  '`none`: a record without a translation in the language is not found, instead of being shown in the other language.':
    '`none` : une fiche sans traduction dans la langue est introuvable, au lieu d’être montrée dans l’autre langue.',
  '`all`: the record carries the texts of both languages under `translations`.':
    '`all` : la fiche porte les textes des deux langues sous `translations`.',
  'true: deletes for good instead of moving to the trash; for editors and administrators.':
    'true : supprime définitivement au lieu de mettre à la corbeille ; pour les éditeurs et administrateurs.',
  'Page of the list.': 'Page de la liste.',
  'Records that are given at once; where there are more, the `Link` header names the rest.':
    'Fiches données en une fois ; s’il y en a davantage, l’en-tête `Link` nomme la suite.',
  'true: titles do not begin with the state of cancelled and postponed events.':
    'true : les titres ne commencent pas par l’état des événements annulés ou reportés.',
  'true: browsers save the file instead of showing it.':
    'true : le navigateur enregistre le fichier au lieu de l’afficher.',
  'Records on a page, 100 at most where the site says nothing else.':
    'Fiches par page, 100 au plus si le site ne dit rien d’autre.',
  'Words that the text contains, in any order; "a phrase" in quotes; a leading hyphen excludes. Case and accents do not matter. At most 20 words and phrases, of which 4 excluded.':
    'Mots que le texte contient, dans n’importe quel ordre ; "une expression" entre guillemets ; un trait d’union initial exclut. La casse et les accents ne comptent pas. Au plus 20 mots et expressions, dont 4 exclus.',
  'These ids only; unknown ones are ignored.': 'Ces identifiants seulement ; les inconnus sont ignorés.',
  'Without these ids; unknown ones are ignored.': 'Sans ces identifiants ; les inconnus sont ignorés.',
  'Direction of the order; where it is not given, `asc`, and `desc` by `date` in lists that go by it of themselves.':
    'Sens de l’ordre ; à défaut `asc`, et `desc` par `date` dans les listes qui la suivent d’elles-mêmes.',
  'What the list is ordered by.': 'Ce par quoi la liste est ordonnée.',
  'What lacks a translation in the language: listed in the other language, listed alone, or left out.':
    'Ce qui manque de traduction dans la langue : donné dans l’autre langue, donné seul, ou omis.',
  'Statuses, separated by commas; `any` is all that the caller may see but the trash. More than `publish` needs rights.':
    'Statuts, séparés par des virgules ; `any` est tout ce que l’appelant peut voir, sauf la corbeille. Au-delà de `publish`, il faut des droits.',
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
