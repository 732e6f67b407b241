/* global document, MutationObserver, Node, NodeFilter */

globalThis.PAGE_LABELS = {
  example: 'Exemple :',
  default: 'Par défaut :',
  addValue: 'Ajouter une valeur',
  removeValue: 'Retirer cette valeur',
  keyMissing: 'Exige une clé : aucune n’est donnée pour le moment',
  keyGiven: 'Exige une clé : une clé est donnée',
  guide: 'Guide : langues, dates, erreurs, clés…',
  showErrors: 'Afficher les réponses d’erreur',
  hideErrors: 'Masquer les réponses d’erreur',
};

// Swagger UI has no translations, so its labels are replaced in the DOM as they appear.
const LABELS = {
  Servers: 'Serveurs',
  Authorize: 'S’identifier',
  Authorized: 'Identifié',
  Logout: 'Oublier la clé',
  Close: 'Fermer',
  'Available authorizations': 'Façons de s’identifier',
  'Value:': 'Valeur :',
  'Username:': 'Nom :',
  'Password:': 'Mot de passe :',
  Parameters: 'Paramètres',
  'No parameters': 'Aucun paramètre',
  Name: 'Nom',
  Description: 'Description',
  required: 'obligatoire',
  'Try it out': 'Essayer',
  Cancel: 'Annuler',
  Reset: 'Réinitialiser',
  Execute: 'Exécuter',
  Clear: 'Effacer',
  'Request body': 'Corps de la requête',
  'Examples:': 'Exemples :',
  Examples: 'Exemples',
  'Example Value': 'Exemple',
  'Edit Value': 'Modifier',
  'Example Description': 'Description de l’exemple',
  Schema: 'Schéma',
  Schemas: 'Schémas',
  Responses: 'Réponses',
  'Server response': 'Réponse du serveur',
  'Response body': 'Corps de la réponse',
  'Response headers': 'En-têtes de la réponse',
  'Request URL': 'Adresse demandée',
  'Request duration': 'Durée de la requête',
  Code: 'Statut',
  Details: 'Détails',
  Links: 'Liens',
  'No links': 'Aucun lien',
  'Media type': 'Type de contenu',
  'Controls ': 'Correspond à ',
  ' header.': '.',
  'Headers:': 'En-têtes :',
  Type: 'Type',
  Download: 'Télécharger',
  'Send empty value': 'Envoyer une valeur vide',
  'Available values': 'Valeurs possibles',
  'Default value': 'Valeur par défaut',
  'Copy to clipboard': 'Copier',
  Hide: 'Masquer',
  Show: 'Afficher',
  Errors: 'Erreurs',
  'Expand all': 'Tout déplier',
  'Collapse all': 'Tout replier',
  'Loading...': 'Chargement…',
  Undocumented: 'Non documenté',
  Warning: 'Avertissement',
  'Basic authorization': 'Identification simple (HTTP Basic)',
  'Apply credentials': 'Employer cette clé',
  'Remove authorization': 'Oublier la clé',
  'auth-bearer-value': 'Clé',
  'auth-basic-username': 'Nom',
  'auth-basic-password': 'Mot de passe',
  'Expand operation': 'Déplier',
  'Collapse operation': 'Replier',
  'Copy path to clipboard': 'Copier le chemin',
  'Copy code to clipboard': 'Copier le texte',
  'Copy cURL command to clipboard': 'Copier la commande cURL',
  'Media Type': 'Type de contenu',
  'Request content type': 'Type du corps de la requête',
  'Response content type': 'Type du corps de la réponse',
  'Required field is not provided': 'Champ obligatoire',
};

const ATTRIBUTES = ['aria-label', 'title'];

/** Québec typography: no space before ; ! and ?, a no-break space before : and inside quotation marks. */
const typeset = (text) => text.replace(/ (?=[;!?])/g, '').replace(/ (?=[:»])|(?<=«) /g, '\u00A0');

/** Changes the text of the existing node, since React keeps references to its nodes. */
function translate(node) {
  const french = typeset(LABELS[node.data] ?? LABELS[node.data.trim()] ?? node.data);
  if (node.data !== french && !node.parentElement?.closest('pre, code, textarea')) node.data = french;
}

function translateAttributes(element) {
  for (const name of ATTRIBUTES) {
    const french = LABELS[element.getAttribute(name)];
    if (french !== undefined) element.setAttribute(name, french);
  }
}

function translateBelow(root) {
  if (root.nodeType === Node.TEXT_NODE) return translate(root);
  for (const element of [root, ...root.querySelectorAll('[aria-label], [title]')]) translateAttributes(element);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) translate(texts.currentNode);
}

const labelled = document.getElementById('swagger-ui');
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'characterData') translate(target);
    else if (type === 'attributes') translateAttributes(target);
    else addedNodes.forEach(translateBelow);
  }
}).observe(labelled, { childList: true, characterData: true, attributeFilter: ATTRIBUTES, subtree: true });
