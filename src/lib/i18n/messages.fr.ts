import { type ResourceNames } from './resource-names.js';
import { type en } from './messages.en.js';
import { rules } from './constraints.fr.js';

/** Every message of a response in French. */
export const fr: typeof en = {
  required: 'Ce champ est obligatoire.',
  blank: 'Ne doit pas être vide.',
  notEmptied: 'Ne doit pas être vidé : ce champ a toujours une valeur. Ne l’envoyez pas pour garder celle qu’il a.',
  givenTwice: 'Ne doit être donné qu’une seule fois.',
  boolean: 'Doit valoir true ou false (1, 0, yes, no, on et off sont également compris).',
  integer: 'Doit être un nombre entier.',
  id: 'Doit être un identifiant, un nombre entier positif.',
  atLeast: (min) => `Doit valoir ${min} ou plus.`,
  atMost: (max) => `Doit valoir ${max} ou moins.`,
  between: (min, max) => `Doit être compris entre ${min} et ${max}.`,
  number: 'Doit être un nombre.',
  authorList:
    'Doit être une liste d’identifiants de comptes, des nombres entiers positifs, ou de me, séparés par des virgules, comme 12,me.',
  idList: 'Doit être une liste d’identifiants, des nombres entiers positifs séparés par des virgules, comme 12,15.',
  boundingBox:
    'Doit être ouest,sud,est,nord en degrés, comme -79.7,43.5,-79.1,43.9; le sud ne doit pas dépasser le nord.',
  textList: 'Doit être une liste de noms séparés par des virgules, dont aucun n’est vide.',
  recordList: 'Doit être une liste d’identifiants ou de slugs séparés par des virgules, comme 12,hotel-de-ville.',
  termList: 'Doit être une liste d’identifiants, de slugs ou de noms séparés par des virgules, comme 12,musique.',
  text: 'Doit être du texte.',
  numberInsteadOfText:
    'Doit être du texte entre guillemets : un nombre aussi grand ou aussi petit ne garde pas ses chiffres.',
  tooLong: (max) => `Ne doit pas dépasser ${max} caractères.`,
  tooManyBytes: (max) =>
    `Ne doit pas dépasser ${max} octets en HTML nettoyé, où « & » devient « &amp; » et où une lettre accentuée compte pour deux octets.`,
  url: 'Doit être une adresse absolue qui commence par http:// ou https://.',
  urlWithPassword:
    'Ne doit contenir ni nom d’utilisateur ni mot de passe : tout le monde pourrait les lire. Donnez l’adresse sans eux.',
  webhookHttps: 'Doit commencer par https://, sauf si WEBHOOK_ALLOW nomme l’hôte.',
  webhookPrivate: 'Ne doit mener ni à cette machine ni dans un réseau privé, sauf si WEBHOOK_ALLOW nomme l’hôte.',
  tooManyWebhooks: (max) => `Il y a déjà ${max} webhooks, le maximum. Supprimez-en un d’abord.`,
  webhookTimeout: 'Aucune réponse n’est arrivée en 15 secondes.',
  webhookAddress: 'L’adresse mène à cette machine ou dans un réseau privé, ou n’est pas en https.',
  webhookRedirect: (status) => `La réponse était une redirection (${status}), qui n’est pas suivie.`,
  webhookStatus: (status) => `La réponse avait le statut ${status}.`,
  webhookConnection: (code) => `La connexion a échoué : ${code}.`,
  email: 'Doit être une adresse de courriel, comme bureau@example.com.',
  dateTime:
    'Doit être une date qui existe, écrite comme 2027-05-31, 2027-05-31 18:30:00, 2027-05-31T18:30:00-04:00 ou « demain à 9 h ».',
  dateSpan: (span) =>
    `Doit être un seul jour ou une seule heure; « ${span} » désigne plusieurs jours, ce que seuls les filtres par date acceptent.`,
  toBeforeFrom: 'Ne doit pas précéder « from ».',
  dateBeyond: (first, last) =>
    `Doit être comprise entre ${first} et ${last}; les nombres sont des secondes depuis 1970.`,
  ambiguousDate: (one, other) =>
    `Peut vouloir dire ${one} ou ${other} : on ne sait pas lequel est le jour et lequel est le mois. Écrivez celle des deux dates qui convient.`,
  timezone: 'Doit être un fuseau horaire, comme America/Toronto, UTC ou +02:00.',
  oneOf: (values) => `Doit être l’une de ces valeurs : ${values.join(', ')}.`,
  object: 'Doit être un objet avec des champs.',
  image:
    'Doit être l’identifiant d’une image, une adresse qui commence par http:// ou https://, ou un objet avec une url.',
  cost: 'Doit être du texte, un nombre, ou une liste des deux.',
  costRange: (max) =>
    `Doit être compris entre 0 et ${max.toLocaleString('fr')} : 0 veut dire gratuit, les autres prix s’écrivent par exemple 20, "10 - 20" ou "10,50 $".`,
  costDecimals: 'Un prix donné sous forme de nombre a au plus deux décimales, par exemple 10.50.',
  tooMany: (max) => `Ne doit pas nommer plus de ${max} fiches.`,
  tooManyNew: (max) =>
    `Ne doit pas décrire plus de ${max} fiches à trouver par leur nom ou à créer; nommez les autres par leur identifiant.`,
  relations: 'Doit être une liste d’identifiants, ou d’objets avec les champs de la fiche à créer.',
  unknownField: 'Ce champ n’existe pas.',
  fieldWithin: (name) => `Ce que « ${name} » contient s’envoie comme objet JSON; un formulaire ne le permet pas.`,
  didYouMean: (name) => `Ce champ n’existe pas. Vouliez-vous dire « ${name} »?`,
  unknownResponseField: (name, meant) =>
    `Le champ « ${name} » n’existe pas.${meant === undefined ? '' : ` Vouliez-vous dire « ${meant} »?`}`,
  responseFields: (most, deepest) =>
    `Doit être des noms de champs, séparés par des virgules, comme id,title,venue.venue : ${most} au plus, et ${deepest} l’un dans l’autre.`,
  didYouMeanParameter: (name) => `Ce paramètre n’existe pas. Vouliez-vous dire « ${name} »?`,
  endBeforeStart: 'Ne doit pas précéder start_date.',
  recurrence:
    'Doit être une règle, comme "FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231", ou un objet avec rrule, exdates et rdates; il faut une règle ou des rdates.',
  recurrencePart: (name: string) => `Contient rrule, exdates et rdates, mais pas « ${name} ».`,
  rule: (part: string) =>
    `La règle est illisible à partir de « ${part} ». Écrivez-la selon la RFC 5545, section 3.3.10, comme FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231.`,
  ruleEndsTwice: 'COUNT et UNTIL ne doivent pas être donnés ensemble : chacun dit où finit la règle.',
  ruleTooOften: 'FREQ doit valoir DAILY, WEEKLY, MONTHLY ou YEARLY.',
  severalADay:
    'La règle donne plusieurs occurrences le même jour. Indiquez les autres dans rdates, comme "2027-07-04 10:00/12:00".',
  untilBeforeStart: 'UNTIL ne doit pas précéder la première occurrence.',
  rdateBeforeStart: (date: string) => `« ${date} » précède la première occurrence.`,
  ownDateExcluded: (date: string) =>
    `« ${date} » est la date de cet événement lui-même. Supprimez-la avec apply=this, ou déplacez son début.`,
  beginsTooEarly: 'Commence il y a trop longtemps : une série est suivie sur cent ans de jours au plus.',
  recurrenceDate: (date: string) =>
    `« ${date} » n’est pas une date comme 2027-07-03, 2027-07-03 14:00 ou, dans rdates, 2027-07-04 10:00/12:00.`,
  tooManyDates: (name: string, max: number) => `Ne doit pas contenir plus de ${max} ${name}.`,
  recurrenceOfSeries: (route: string | undefined) =>
    route === undefined
      ? 'Une occurrence suit la règle de sa série.'
      : `Une occurrence suit la règle de sa série : modifiez celle-ci (${route}), donnez apply=all, ou commencez-en une nouvelle avec apply=following.`,
  ruleCannotMove: (part: string) =>
    `La règle fixe ses jours ou ses heures par ${part} : ses dates ne peuvent pas toutes se déplacer. Donnez aussi recurrence.`,
  ruleDoesNotFit: (rule, day, next) =>
    `La règle ${rule} n’a pas de date le ${day}. Commencez un jour qui lui convient${next === undefined ? '' : `, comme le ${next}`}, ou donnez aussi recurrence.`,
  ruleOfAll: 'La règle est celle de toutes les dates : apply=this n’en modifie qu’une.',
  notInSeries: 'L’événement n’appartient à aucune série.',
  disagrees: (field) => `Doit concorder avec ${field} : les deux désignent la même chose.`,
  unknownId: (ids) => `Inconnu : ${ids.join(', ')}.`,
  unknownTerm: (names) =>
    `Inconnu : ${names.join(', ')}. Seuls les éditeurs et les administrateurs peuvent en créer en les nommant.`,
  unknownImage: (id) => `Aucune image ne porte l’identifiant ${id}. Donnez plutôt son adresse.`,
  altBesideImage: 'Donnez le texte de remplacement à côté de l’image, dans `image_alt`.',
  nothingToConfirm: 'Il n’y a pas de texte dans cette langue à confirmer.',
  altWithoutImage: 'Décrit une image, et aucune n’est affichée : donnez aussi `image`.',
  unknownAccount: (id) => `Aucun compte ne porte l’identifiant ${id}.`,
  mergedWithItself: 'Doit être une autre fiche que celle du chemin.',
  cycle: 'Ne doit être ni la fiche elle-même ni l’une de ses descendantes.',
  noParent: 'Les étiquettes n’ont pas de parent.',
  slugEmpty: 'Doit garder au moins une lettre ou un chiffre : un slug se compose de a-z, 0-9 et de traits d’union.',
  orderOfPending: 'pending ne trie qu’une liste avec status=pending.',
  reviewNoteAlone: 'Un mot accompagne le statut « draft », pour renvoyer une fiche, ou « publish ».',
  trashByDelete: 'Utilisez DELETE pour mettre une fiche à la corbeille.',
  passwordOnIdRoute: (route) => `Un mot de passe ne se définit que par la route avec identifiant : ${route}.`,
  requiredWith: (field) => `Doit être donné avec ${field}.`,
  search: (terms: number, excluded: number) =>
    `Ne doit pas compter plus de ${terms} mots et expressions, dont ${excluded} peuvent être exclus par un trait d’union.`,
  jsonOnly: 'Ne fonctionne qu’en JSON, pas dans les autres formats.',
  perPage: (max) => `Doit être compris entre 1 et ${max}.`,
  relevanceNeedsSearch: 'Ne peut valoir « relevance » sans « search ».',
  limitOfDays: 'Ne va pas avec by=day : limitez les jours par from et to.',
  untranslatedWithoutFallback: 'Ne peut valoir « only » avec fallback=none : une telle liste serait toujours vide.',
  disagreesInTranslations: (path) => `Doit concorder avec ${path} : les deux sont le même texte de la fiche.`,
  sameAs: (field) => `Doit être identique à ${field} lorsque les deux sont donnés.`,
  rules,
  eachValue: (sentence) => `Chaque valeur ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`,

  missingParameters: (names) => `Paramètre(s) manquant(s) : ${names}`,
  emptiedParameters: (names) =>
    `Ne doivent pas être vidés, ces champs ont toujours une valeur : ${names}. Ne les envoyez pas pour garder leurs valeurs.`,
  invalidParameters: (names) => `Paramètre(s) non valide(s) : ${names}`,
  changeToken: 'Doit être le `next` d’une page de changements, tel quel.',
  changesTokenExpired:
    'Ce jeton a plus de 90 jours, ou vient d’un autre calendrier ou d’autres ressources. Recommencez sans `since`.',
  malformedRequest: 'Ceci n’est pas une requête HTTP valide.',
  notPercentEncoded: 'Doit être de l’UTF-8 encodé en pourcentage : « café » s’écrit caf%C3%A9.',
  addressNotPercentEncoded: 'L’adresse doit être de l’UTF-8 encodé en pourcentage : « café » s’écrit caf%C3%A9.',
  requestTimeout: 'La requête a mis trop de temps à arriver.',
  headersTooLarge: 'L’adresse et les en-têtes de la requête sont trop longs.',
  invalidJson: 'Le corps n’est pas un objet JSON valide.',
  jsonNotUtf8: 'Le corps n’est pas en UTF-8, le seul encodage du JSON.',
  tooDeep: (max) =>
    `Le corps est imbriqué trop profondément : au plus ${max} listes et objets les uns dans les autres.`,
  tooManyKeys: (max) => `Un objet du corps a trop de clés : au plus ${max.toLocaleString('fr')}.`,
  tooManyMembers: (max) => `Une liste du corps a trop d’éléments : au plus ${max.toLocaleString('fr')}.`,
  noRoute: 'Aucune route ne correspond à cette adresse. L’index de l’espace de noms les énumère toutes.',
  methodNotAllowed: (method, allowed) => `${method} n’est pas possible ici; ces méthodes le sont : ${allowed}.`,
  bodyTooLarge: (mebibytes) => `L’envoi est trop volumineux : il ne doit pas dépasser ${mebibytes} Mio.`,
  tooMuchMarkup: (marks, characters) =>
    `Les textes du corps contiennent trop de balisage : au plus ${marks.toLocaleString('fr')} balises, attributs, entités et sauts de ligne en tout, et ${characters.toLocaleString('fr')} caractères dans ceux qui ont des balises. Envoyez-les en plusieurs requêtes.`,
  unsupportedMediaType: 'Le corps doit être en application/json ou application/x-www-form-urlencoded, en UTF-8.',
  invalidNamespace: (namespace) => `Cet espace de noms n’existe pas; ce service répond pour ${namespace}.`,
  lastTranslation: 'La dernière traduction d’une fiche ne peut pas être supprimée.',
  notFound: (resource: ResourceNames, address) => `${resource.names.fr.none} avec ${address}.`,
  byId: (id) => `l’identifiant ${id}`,
  byHugeId: 'l’identifiant donné',
  bySlug: (slug) => `le slug « ${slug} »`,
  moved: (resource, slug) => `${resource.names.fr.this} a maintenant le slug « ${slug} ».`,
  month: 'Doit être un mois, par exemple 2027-06.',
  monthWithDates: 'Ne peut être combiné à des dates : retirez le mois ou les dates.',
  movedTo: (location) => `Cette page se trouve à ${location}.`,
  badKey: 'Cette clé n’est pas valable : elle est inconnue, mal saisie ou révoquée.',
  accountDisabled: 'Le compte de cette clé est désactivé.',
  keyExpired: 'Cette clé a expiré.',
  keyElsewhere: 'Cette clé ne peut pas servir depuis votre adresse.',
  keyReadsOnly: 'Cette clé permet de lire, mais pas d’écrire.',
  keyWritesOnly: (resources) => `Cette clé ne permet d’écrire que ceci : ${resources.join(', ')}.`,
  nestedOutOfScope: (resource, resources) =>
    `Cette clé ne permet d’écrire que ceci : ${resources.join(', ')}. Elle permet de nommer des fiches existantes (${resource}) par leur ID ou leur nom exact; pour en créer, il faut une clé qui permet aussi d’écrire ${resource}.`,
  uploadMediaType: 'Le corps doit être en multipart/form-data, avec l’image comme seule partie, `file`.',
  uploadedFile: 'Doit être un seul fichier, une image, dans la partie « file » d’un corps multipart/form-data.',
  damagedPicture:
    'Cette image est endommagée : elle ne peut pas être lue jusqu’à la fin. Enregistrez-la de nouveau avec un autre logiciel.',
  slowPicture: 'Cette image prend trop de temps à lire. Réduisez-la.',
  pictureTooLong: (pixels) =>
    `Cette image est trop grande : aucun côté ne doit dépasser ${pixels.toLocaleString('fr')} pixels.`,
  tooManyPixels: (megapixels) =>
    `Cette image est trop grande : au plus ${megapixels} millions de pixels (largeur fois hauteur) sont acceptés pour son type.`,
  tooManyPixelsInFrames: (megapixels) =>
    `Cette animation est trop grande : ses images peuvent avoir ${megapixels} millions de pixels en tout.`,
  tooManyFrames: (frames) => `Cette animation est trop longue : au plus ${frames} images sont acceptées.`,
  focus:
    'Doit être un objet avec les parts de la largeur et de la hauteur, chacune de 0 à 1 : {"x": 0.5, "y": 0.3}; ou null.',
  imageTexts: 'Doit être un objet avec un texte pour chaque langue : {"en": "…", "fr": "…"}.',
  imageOfOthers:
    'Seule une personne qui peut modifier toutes les fiches qui montrent cette image peut en changer le point focal et les textes.',
  keptByUploader:
    'Seuls les éditeurs et les personnes qui ont téléversé l’image peuvent décider si elle est conservée.',
  keptAddress: 'Cette image est une adresse ailleurs : elle n’a pas de fichier à supprimer.',
  unsupportedImage: 'Ce n’est pas une image d’un type accepté : JPEG, PNG, WebP, GIF ou AVIF.',
  imageInUse: 'Des fiches montrent cette image. Retirez-la d’abord; celles de la corbeille comptent aussi.',
  imageStoreUnavailable: 'Les images ne peuvent pas être enregistrées en ce moment; réessayez plus tard.',
  keyNeeded: 'Une clé est nécessaire ici : envoyez-la par « Authorization: Bearer <clé> ».',
  forbidden: 'Votre rôle ne le permet pas.',
  reviewNoteForbidden: 'Seules les personnes qui éditent ou administrent écrivent le mot d’une révision.',
  statusForbidden: (status) => `Votre rôle ne permet pas le statut « ${status} » ici.`,
  authorForbidden: 'Seuls les éditeurs et les administrateurs peuvent nommer un autre auteur.',
  linkNotPublishable: (resource, id) =>
    `${resource.names.fr.this} (${id}) ne peut pas être publié avec vos droits. Envoyez l’événement sans publish_links, ou adressez-vous à un éditeur.`,
  forceForbidden: 'Seuls les éditeurs et les administrateurs peuvent supprimer définitivement.',
  passwordProtected: 'Cet événement est protégé par un mot de passe.',
  isInTrash: (resource) => `${resource.names.fr.this} est à la corbeille.`,
  noLongerAvailable: (resource) => `${resource.names.fr.this} n’est plus disponible.`,
  pageNotFound: (resource) => `Cette page des ${resource.names.fr.plural} n’existe pas.`,
  termExists: (resource, id) => `${resource.names.fr.other} porte déjà ce nom ou ce slug : ${id}.`,
  childrenAlike: (resource, child, other) =>
    `Deux ${resource.names.fr.plural} du même nom se trouveraient sous le même parent : ${child} et ${other}. Fusionnez d’abord ces deux-là, ou renommez-en une.`,
  extensionNotInstalled: (names) => `Une extension qui n’est pas installée est nécessaire pour : ${names}.`,
  preconditionFailed: 'La fiche a changé depuis votre lecture; relisez-la avant d’écrire.',
  weakPrecondition:
    'If-Match contient un ETag faible (W/) : un serveur mandataire entre vous et le calendrier l’a affaibli, par exemple en comprimant la réponse. Envoyez-le sans W/, ou faites transmettre les ETags sans changement.',
  idempotencyKey: (max) => `L’en-tête doit contenir de 1 à ${max} caractères.`,
  idempotencyConflict: 'La première requête avec cette Idempotency-Key est encore en cours.',
  idempotencyMismatch: 'Cette Idempotency-Key a déjà servi à une autre requête.',
  accountExists: (fields) => `Un autre compte a déjà ceci : ${fields}.`,
  nameTaken:
    'Un autre compte a ce nom, ou un nom qui n’en diffère que par la casse ou les accents. Donnez-en un autre.',
  emailTaken: 'Un autre compte a cette adresse. Donnez-en une autre.',
  lastAdministrator: 'C’est le dernier administrateur actif. Donnez d’abord ce rôle à quelqu’un d’autre.',
  accountIsDisabled: 'Ce compte est désactivé. Réactivez-le d’abord.',
  accountIsService: 'Ce compte appartient à une partie du service : personne ne peut s’y connecter.',
  notSignedIn:
    'Cette clé ne vient pas d’une connexion : il n’y a rien dont se déconnecter. Supprimez la clé pour y mettre fin.',
  keyNotFound: 'Ce compte n’a pas de clé avec cet identifiant, ou elle n’est plus valable.',
  signInFailed: 'L’adresse ou le mot de passe est erroné, ou ce compte n’admet pas de connexion par mot de passe.',
  signInExpired: 'Votre connexion a expiré. Connectez-vous de nouveau.',
  signInEnded: 'Vous vous êtes déconnecté, ou cette connexion a été terminée ailleurs. Connectez-vous de nouveau.',
  invitationExpired: 'Ce lien ne fonctionne pas : il a servi, a expiré ou est incomplet. Demandez-en un nouveau.',
  noticesForbidden: 'Seules les personnes qui éditent ou administrent sont averties de ce qui attend une approbation.',
  roleIsMapped: 'Le rôle de ce compte vient de votre organisation; changez-y les groupes de la personne.',
  linkRequested: 'S’il existe un compte à cette adresse, un lien lui est envoyé. Il est valable pendant une heure.',
  noMail: (contact) =>
    contact === ''
      ? 'Ce calendrier n’envoie pas de courriel. Demandez une nouvelle invitation à un administrateur du calendrier.'
      : `Ce calendrier n’envoie pas de courriel. Pour demander une nouvelle invitation : ${contact}.`,
  keyIsLimited: 'Il faut ici une clé sans portée restreinte.',
  passwordTooShort: (min) => `Doit compter au moins ${min} caractères.`,
  passwordIsName: 'Ne doit être ni votre nom ni votre adresse.',
  passwordCommon: 'Ne doit pas être l’un des mots de passe les plus courants : on les devine en premier.',
  passwordWrong: 'Ce n’est pas le mot de passe actuel.',
  passwordNone:
    'Ce compte n’a pas encore de mot de passe. Demandez à un administrateur une invitation, qui permet d’en choisir un.',
  passwordOfMapped:
    'Le rôle de ce compte vient de votre organisation; aucun mot de passe ne permet donc de s’y connecter. Connectez-vous par le service de votre organisation.',
  currentNeeded:
    'Donnez votre mot de passe actuel ou connectez-vous de nouveau, car votre connexion date de plus de dix minutes.',
  emailFixed: 'Ce compte a une autre adresse, que seul un administrateur peut changer. Ne l’envoyez pas.',
  wayToSignIn: 'Donnez email et password, ou invitation et password.',
  onlyWithPassword: 'Seulement avec email et password.',
  onlyWithInvitation: 'Seulement avec une invitation.',
  notWithInvitation: 'Pas avec une invitation. Ne l’envoyez pas.',
  keyScope: (known) => `Doit être read, ou un ou plusieurs de ${known.join(', ')}, séparés par des virgules.`,
  keyAddresses: 'Doit être des adresses ou des réseaux séparés par des virgules, comme 192.0.2.7 ou 2001:db8::/32.',
  tooManyAccountKeys: (max) => `Le compte a ${max} clés, ce qui est le maximum. Supprimez-en une d’abord.`,
  inFuture: 'Doit être dans le futur.',
  withinYear: 'Doit être dans l’année qui vient.',
  submissionTrap: 'Doit être vide.',
  submissionToken: 'Doit être un jeton de GET /submissions/token.',
  submissionTooFast: 'Ce jeton a moins de 3 secondes. Attendez un instant, puis renvoyez la même chose.',
  submissionTooLate: 'Ce jeton a plus de 24 heures. Demandez-en un autre, puis renvoyez la même chose.',
  submissionsOfAddress:
    'Plusieurs événements sont venus de votre réseau en une heure. Veuillez envoyer le prochain plus tard.',
  submissionsOfDay:
    'Le calendrier a reçu autant d’événements qu’il en accepte en une journée. Veuillez envoyer le vôtre plus tard.',
  pictureOfAddress: 'Une autre image de votre réseau est en train d’arriver.',
  picturesOfOthers: 'Les images d’autres personnes sont en train d’arriver.',
  venueAddress: (address) => `Adresse du lieu : ${address}`,
  pictureTooLarge: (megabytes) => `L’image dépasse ${megabytes} Mo.`,
  submissionReference: 'Doit être une référence comme K7PM-Q2XD.',
  altWithoutFile: 'Décrit une image, et aucune n’a été envoyée.',
  tooManyLinks: (max) =>
    `Les textes peuvent avoir ${max} liens en tout. Mettez l’adresse de l’événement dans « website ».`,
  rateLimited: 'Trop de requêtes; réessayez plus tard.',
  unavailable: 'Le service ne peut pas joindre sa base de données pour l’instant; réessayez sous peu.',
  busy: 'Le service a trop à faire pour l’instant; réessayez sous peu.',
  writeConflict:
    'D’autres modifiaient la même chose en même temps. Relisez-la, puis répétez la requête si elle est encore utile.',
  overloaded: 'Trop de requêtes sont en attente pour l’instant; réessayez sous peu.',
  refused: (status, reason) => `La requête a été refusée : ${status}, ${reason}.`,
  failed: (status, reason) => `La requête a échoué : ${status}, ${reason}.`,
  internal: (requestId) => `Une erreur s’est produite de notre côté. L’identifiant de la requête est ${requestId}.`,
};
