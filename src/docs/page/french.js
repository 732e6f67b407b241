/* global document, MutationObserver, Node, NodeFilter */

// Swagger UI speaks English only: its labels are replaced where they appear.
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
  'Headers:': 'En-têtes :',
  Type: 'Type',
  Download: 'Télécharger',
  'Send empty value': 'Envoyer une valeur vide',
  'Add ': 'Ajouter ',
  ' item': ' ',
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
};

/** Texts are changed in place: the nodes stay those that Swagger UI knows. */
function translate(node) {
  const french = LABELS[node.data] ?? LABELS[node.data.trim()];
  if (french !== undefined && node.data !== french && !node.parentElement?.closest('pre, code, textarea'))
    node.data = french;
}

function translateBelow(root) {
  if (root.nodeType === Node.TEXT_NODE) return translate(root);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) translate(texts.currentNode);
}

const labelled = document.getElementById('swagger-ui');
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'characterData') translate(target);
    else addedNodes.forEach(translateBelow);
  }
}).observe(labelled, { childList: true, characterData: true, subtree: true });
