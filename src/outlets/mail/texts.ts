/**
 * The texts of all messages, in both languages. `{…}` is filled in. A message has a subject, paragraphs, and the text of
 * the button with its link; `note` comes before what an editor wrote.
 */
import { type PerLanguage } from '../../lib/i18n/language.js';

/** The texts of a message. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The button. */
  readonly link?: string;
  /** The line before a note. */
  readonly note?: string;
}

interface MailTexts {
  readonly invitation: MailText;
  readonly password: MailText;
  readonly pending: MailText;
  readonly published: MailText;
  readonly returned: MailText;
  readonly refused: MailText;
  /** To visitors who have sent an event. */
  readonly received: MailText;
  readonly declined: MailText;
  readonly test: MailText;
  readonly greeting: string;
  /** Below every message. */
  readonly footer: string;
  /** Below the button. */
  readonly address: string;
  /** How a record is named in a list: its title, its kind and its author. */
  readonly waiting: string;
  /** If more wait than are listed. */
  readonly more: string;
}

const en: MailTexts = {
  greeting: 'Hello {name},',
  footer: 'This message was sent by {site}. Nobody reads answers to it.',
  address: 'If the button does not work, open this address:',
  invitation: {
    subject: 'Your invitation to {site}',
    paragraphs: [
      'You are invited to take part in {site}. Open the link to begin.',
      'The link works once, until {until}. If you did not expect this invitation, do nothing.',
    ],
    link: 'Accept the invitation',
  },
  password: {
    subject: 'A new password for {site}',
    paragraphs: [
      'Somebody has asked for a new password for your account. If it was you, choose one here.',
      'The link works once, until {until}. If it was not you, do nothing: your password stays as it is.',
    ],
    link: 'Choose a new password',
  },
  pending: {
    subject: 'Waiting for approval: {first}',
    paragraphs: ['This was sent for approval:'],
    link: 'Open the calendar',
  },
  waiting: '{title} (by {author})',
  more: 'And others.',
  published: {
    subject: 'Published: {title}',
    paragraphs: ['“{title}” has been approved and published.'],
    note: 'The editor writes:',
    link: 'Show it',
  },
  returned: {
    subject: 'Please change: {title}',
    paragraphs: ['“{title}” has been returned to you. Change it and send it again.'],
    note: 'The editor writes:',
    link: 'Change it',
  },
  refused: {
    subject: 'Not published: {title}',
    paragraphs: ['“{title}” will not be published. It is in the trash.'],
    note: 'The editor writes:',
  },
  received: {
    subject: 'Your event has come: {reference}',
    paragraphs: [
      'Thank you. Your event has come to {site} and waits for approval. You will hear from us when it is decided.',
      'In questions about it, name this reference: {reference}.',
      'If you have sent no event, do nothing: somebody has mistaken your address for theirs.',
    ],
  },
  declined: {
    subject: 'Not published: {title}',
    paragraphs: ['Thank you for sending “{title}”. It will not be published.'],
    note: 'The editor writes:',
  },
  test: {
    subject: 'Test message of {site}',
    paragraphs: ['Mail of {site} works.'],
  },
};

const fr: MailTexts = {
  greeting: 'Bonjour {name},',
  footer: 'Ce message a été envoyé par {site}. Personne ne lit les réponses.',
  address: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  invitation: {
    subject: 'Votre invitation : {site}',
    paragraphs: [
      'On vous invite à participer au calendrier {site}. Ouvrez le lien pour commencer.',
      'Le lien fonctionne une seule fois, jusqu’au {until}. Si vous n’attendiez pas cette invitation, ne faites rien.',
    ],
    link: 'Accepter l’invitation',
  },
  password: {
    subject: 'Un nouveau mot de passe : {site}',
    paragraphs: [
      'Quelqu’un a demandé un nouveau mot de passe pour votre compte. Si c’est vous, choisissez-le ici.',
      'Le lien fonctionne une seule fois, jusqu’au {until}. Si ce n’est pas vous, ne faites rien; votre mot de passe ne change pas.',
    ],
    link: 'Choisir un nouveau mot de passe',
  },
  pending: {
    subject: 'En attente d’approbation : {first}',
    paragraphs: ['Voici ce qui a été soumis à l’approbation :'],
    link: 'Ouvrir le calendrier',
  },
  waiting: '{title} (par {author})',
  more: 'Et d’autres encore.',
  published: {
    subject: 'Publié : {title}',
    paragraphs: ['« {title} » a été approuvé et publié.'],
    note: 'Mot de la rédaction :',
    link: 'Voir la page',
  },
  returned: {
    subject: 'À retoucher : {title}',
    paragraphs: ['« {title} » vous a été renvoyé. Retouchez-le, puis soumettez-le de nouveau.'],
    note: 'Mot de la rédaction :',
    link: 'Retoucher',
  },
  refused: {
    subject: 'Non publié : {title}',
    paragraphs: ['« {title} » ne sera pas publié. La fiche est dans la corbeille.'],
    note: 'Mot de la rédaction :',
  },
  received: {
    subject: 'Votre événement est arrivé : {reference}',
    paragraphs: [
      'Merci. Votre événement est arrivé au calendrier {site} et attend d’être approuvé. Nous vous écrirons dès que la décision sera prise.',
      'Pour toute question à son sujet, indiquez cette référence : {reference}.',
      'Si vous n’avez envoyé aucun événement, ne faites rien; quelqu’un aura donné votre adresse par erreur.',
    ],
  },
  declined: {
    subject: 'Non publié : {title}',
    paragraphs: ['Merci d’avoir envoyé « {title} ». L’événement ne sera pas publié.'],
    note: 'Mot de la rédaction :',
  },
  test: {
    subject: 'Message d’essai : {site}',
    paragraphs: ['Les courriels du calendrier {site} fonctionnent.'],
  },
};

/** All texts by language. */
export const mailTexts: PerLanguage<MailTexts> = { en, fr };
