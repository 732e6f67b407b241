import { type PerLanguage } from '../../i18n/language.js';
import { type OperationText } from '../../resource/definition.js';

/** What the operations do that belong to no kind, by the tag of their controller and the name of their handler. */
export const operationTexts: Readonly<Record<string, PerLanguage<OperationText>>> = {
  'accounts.me': {
    en: {
      summary: 'Read your account',
      description: 'The account that the key of the request belongs to.',
    },
    fr: {
      summary: 'Lire votre compte',
      description: 'Le compte auquel appartient la clé de la requête.',
    },
  },
  'sitemap.getSitemap': {
    en: {
      summary: 'Read the sitemap',
      description:
        'The public pages of all published events, venues and organizers that are neither hidden nor protected, in both languages, with their alternates; the same below both roots. More than 25,000 records: an index of parts.',
    },
    fr: {
      summary: 'Lire le plan du site',
      description:
        'Les pages publiques de tous les événements, lieux et organisateurs publiés qui ne sont ni masqués ni protégés, dans les deux langues, avec leurs équivalents ; le même sous les deux racines. Au-delà de 25 000 fiches : un index de parties.',
    },
  },
  'sitemap.getSitemapPart': {
    en: { summary: 'Read a part of the sitemap', description: 'One of the parts that the index of the sitemap names.' },
    fr: {
      summary: 'Lire une partie du plan du site',
      description: 'Une des parties que nomme l’index du plan du site.',
    },
  },
  'documentation.getIndex': {
    en: {
      summary: 'Read the index of the namespace',
      description: 'All routes with their methods and parameters, for programs that explore the interface.',
    },
    fr: {
      summary: 'Lire l’index de l’espace de noms',
      description:
        'Toutes les routes avec leurs méthodes et paramètres, pour les programmes qui explorent l’interface.',
    },
  },
  'documentation.getDocumentation': {
    en: {
      summary: 'Read the documentation',
      description: 'Swagger UI for browsers (`Accept: text/html`), this OpenAPI document for all others.',
    },
    fr: {
      summary: 'Lire la documentation',
      description: 'Swagger UI pour les navigateurs (`Accept: text/html`), ce document OpenAPI pour les autres.',
    },
  },
  'documentation.getOpenApi': {
    en: {
      summary: 'Read the OpenAPI document',
      description: 'This document, whatever the `Accept` header says.',
    },
    fr: {
      summary: 'Lire le document OpenAPI',
      description: 'Ce document, quel que soit l’en-tête `Accept`.',
    },
  },
};
