import { type PerLanguage } from '../../i18n/language.js';

/** What a reader needs to know before the first request, as Markdown. */
export const introduction: PerLanguage<string> = {
  en: `
The calendar of a website in English and French: events, venues, organizers, categories and tags, as JSON.

Reading what is published needs no key. Try \`GET /cal/events/v1/events\`.

### Languages

There is one root for each language: \`…/en\` and \`…/fr\`. \`translation_language=en|fr\`, in the query or in a body, goes before
the root. A record is one and has one id, whatever the language; where it has no text in the language asked for, the other one is
shown and \`language\` says so (\`fallback=none\` refuses that). Writes change the texts of the request's language; \`translations\`
writes both at once.

### Dates

Answers say \`YYYY-MM-DD HH:MM:SS\`: \`start_date\` and \`end_date\` in the event's own time zone, \`date\` and \`modified\` in that of the
site, everything with \`utc\` in its name in UTC. Requests may also say \`2027-06-21\`, ISO 8601 with an offset or \`Z\`, Unix seconds,
or words such as \`tomorrow 9am\` and \`+5 days\`. Days that do not exist are refused; a time that the change to daylight saving
time leaves out moves forward by that hour (02:30 becomes 03:30).

### Values

True and false may be \`true\`, \`false\`, \`1\`, \`0\`, \`yes\`, \`no\`, \`on\`, \`off\`. Lists in a query are separated by commas
(\`tags=1,2\`), or repeated (\`tags=1&tags=2\`, \`tags[]=1\`). Unknown parameters of a query are ignored, such as
those that other sites append; one that is nearly a parameter of the route (\`category\` for \`categories\`) is refused, and so are unknown
fields of a body. In a body, \`null\` and \`""\` clear a field: flags become false, and what always has a value, such as \`status\`, \`event_status\`,
\`attendance\` or \`timezone\`, stays as it is; what is required is not to be emptied. What a read has answered may be sent back unchanged and changes nothing.
Bodies are JSON or forms (flat fields and lists), at most 1 MiB, with at most
20,000 tags, attributes, entities and line breaks in their texts.

### Statuses

\`publish\`, \`future\` (published from its \`date\` on), \`draft\`, \`pending\`, \`private\`, and \`trash\`. Only \`publish\` is read without a key.
Deleting moves events, venues and organizers to the trash; another status takes them out again.

### Pages

Lists have \`page\` (1) and \`per_page\` (10). \`total\`, \`total_pages\`, \`next_rest_url\` and \`previous_rest_url\` say where you are, and so do
the headers \`X-Cal-Total\`, \`X-Cal-TotalPages\` and \`Link\`. A page past the end is a 404.

\`_fields=id,title,venue.venue\` asks for these fields alone: of every record, in a list or single.
\`GET /cal/events/v1/events/counts?by=day\` says how many events of a list fall on each day, or have each category, venue, …

### Errors

Every failure is \`{"code", "message", "data": {"status", …}}\`. Codes are stable and meant for programs, messages are meant for people
and in the language of the request. All bad parameters are named at once in \`data.params\`: with \`rest_missing_callback_param\` as an
array of names, with \`rest_invalid_param\` as an object that says of each what is wrong. What you may not read does not exist for you: 404.
A wrong method on a path that exists is a 405 with \`Allow\`.

### Keys

A key looks like \`cal_…\` and is sent as \`Authorization: Bearer <key>\`, or as the password of HTTP Basic with any user name; never in a
query. Roles, from the least to the most rights: \`reader\`, \`contributor\`, \`author\`, \`editor\`, \`administrator\`. A key may be narrower than the
role of its account: some kinds that it may write (403 for others), some addresses that it may come from and a date on which it ends (401).

### Caching and repeating

Answers carry an \`ETag\`: send it as \`If-None-Match\` to be told whether it still holds (304), or as \`If-Match\` with a write to be refused
(412) where somebody else was faster. A POST with an \`Idempotency-Key\` may be repeated without being done twice.

Requests of one account, or of one address without a key, are limited for each minute: \`RateLimit\` says what is left, and a 429 in
\`Retry-After\` when to go on.

### What may change

Within \`v1\`, routes, parameters, fields and error codes stay, with their types and meanings. New routes, optional parameters, fields in
answers, error codes and values of \`status\` may come: ignore what you do not know. Messages and the order of fields may change. What breaks
this promise will be \`v2\`, beside \`v1\`.
`.trim(),
  fr: `
Le calendrier d’un site en anglais et en français : événements, lieux, organisateurs, catégories et étiquettes, en JSON.

Lire ce qui est publié n’exige aucune clé. Essayez \`GET /cal/events/v1/events\`.

### Langues

Il y a une racine par langue : \`…/en\` et \`…/fr\`. \`translation_language=en|fr\`, dans la requête ou dans un corps, l’emporte sur la
racine. Une fiche est unique et n’a qu’un identifiant, quelle que soit la langue ; là où elle n’a pas de texte dans la langue demandée,
l’autre est montrée et \`language\` le dit (\`fallback=none\` s’y refuse). Les écritures modifient les textes de la langue de la requête ;
\`translations\` écrit les deux à la fois.

### Dates

Les réponses disent \`AAAA-MM-JJ HH:MM:SS\` : \`start_date\` et \`end_date\` dans le fuseau de l’événement, \`date\` et \`modified\` dans celui du
site, tout ce dont le nom contient \`utc\` en UTC. Les requêtes peuvent aussi dire \`2027-06-21\`, ISO 8601 avec un décalage ou \`Z\`, des
secondes Unix, ou des mots comme \`demain à 9 h\` et \`+5 jours\`. Les jours qui n’existent pas sont refusés ; une heure que
saute le passage à l’heure d’été avance d’autant (02:30 devient 03:30).

### Valeurs

Vrai et faux peuvent être \`true\`, \`false\`, \`1\`, \`0\`, \`yes\`, \`no\`, \`on\`, \`off\`. Les listes d’une requête sont séparées par des virgules
(\`tags=1,2\`) ou répétées (\`tags=1&tags=2\`, \`tags[]=1\`). Les paramètres inconnus d’une requête sont ignorés, comme
ceux que d’autres sites ajoutent ; celui qui ressemble à un paramètre de la route (\`category\` pour \`categories\`) est refusé, ainsi que les
champs inconnus d’un corps. Dans un corps, \`null\` et \`""\` vident un champ : ce qui est vrai ou faux devient faux, et ce qui a toujours
une valeur, comme \`status\`, \`event_status\`, \`attendance\` ou \`timezone\`, reste tel quel ; ce qui est obligatoire ne se vide pas. Ce
qu’une lecture a répondu peut être renvoyé tel quel et ne change rien. Les corps sont en JSON ou en formulaire (champs simples et
listes), d’au plus 1 Mio, avec au plus
20 000 balises, attributs, entités et sauts de ligne dans leurs textes.

### Statuts

\`publish\`, \`future\` (publié à partir de sa \`date\`), \`draft\`, \`pending\`, \`private\` et \`trash\`. Seul \`publish\` se lit sans clé. Supprimer met les
événements, lieux et organisateurs à la corbeille ; un autre statut les en ressort.

### Pages

Les listes ont \`page\` (1) et \`per_page\` (10). \`total\`, \`total_pages\`, \`next_rest_url\` et \`previous_rest_url\` disent où l’on est, de même que
les en-têtes \`X-Cal-Total\`, \`X-Cal-TotalPages\` et \`Link\`. Une page au-delà de la fin est un 404.

\`_fields=id,title,venue.venue\` ne demande que ces champs : de chaque fiche, dans une liste ou seule.
\`GET /cal/events/v1/events/counts?by=day\` dit combien d’événements d’une liste tombent chaque jour, ou ont chaque catégorie, lieu, …

### Erreurs

Tout échec est \`{"code", "message", "data": {"status", …}}\`. Les codes sont stables et destinés aux programmes, les messages sont destinés
aux personnes, dans la langue de la requête. Tous les paramètres fautifs sont nommés à la fois dans \`data.params\` : avec
\`rest_missing_callback_param\`, un tableau de noms ; avec \`rest_invalid_param\`, un objet qui dit ce qui ne va pas avec chacun. Ce que vous n’avez pas
le droit de lire n’existe pas pour vous : 404. Une mauvaise méthode sur un chemin qui existe est un 405 avec \`Allow\`.

### Clés

Une clé a la forme \`cal_…\` et s’envoie par \`Authorization: Bearer <clé>\`, ou comme mot de passe HTTP Basic avec un nom quelconque ;
jamais dans une requête. Les rôles, du moins au plus de droits : \`reader\`, \`contributor\`, \`author\`, \`editor\`, \`administrator\`. Une clé peut être plus
restreinte que le rôle de son compte : à certains genres qu’elle peut écrire (403 pour les autres), à des adresses d’où elle peut venir et à une date où elle prend fin (401).

### Cache et répétition

Les réponses portent un \`ETag\` : envoyez-le dans \`If-None-Match\` pour savoir s’il vaut encore (304), ou dans \`If-Match\` avec une écriture
pour qu’elle soit refusée (412) si quelqu’un a été plus rapide. Un POST avec une \`Idempotency-Key\` peut être répété sans être exécuté deux fois.

Les requêtes d’un compte, ou d’une adresse sans clé, sont limitées par minute : \`RateLimit\` dit ce qui reste, et un 429 dit dans
\`Retry-After\` quand continuer.

### Ce qui peut changer

Dans \`v1\`, les routes, paramètres, champs et codes d’erreur restent, avec leurs types et leur sens. De nouvelles routes, de nouveaux
paramètres facultatifs, champs des réponses, codes d’erreur et valeurs de \`status\` peuvent venir : ignorez ce que vous ne connaissez pas. Les
messages et l’ordre des champs peuvent changer. Ce qui romprait cette promesse sera \`v2\`, à côté de \`v1\`.
`.trim(),
};
