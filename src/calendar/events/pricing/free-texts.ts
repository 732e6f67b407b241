/** Whole texts that state that an event is free: not those with an amount, or free only for some visitors. */
const STATEMENTS = [
  '(?:free|no charge|free of charge|no cover(?: charge)?|no (?:entry|entrance|admission) fee)',
  '(?:free (?:admission|entry|entrance|event|concert|show|for all|for everyone))',
  '(?:(?:admission|entry|entrance) (?:is )?free(?: of charge)?)',
  '(?:(?:entrée|accès|admission|participation|activité|événement|concert|spectacle) (?:libre|gratuite?))',
  "(?:(?:l')?(?:entrée|accès) est (?:libre|gratuite?))",
  '(?:entrée libre et gratuite|accès libre et gratuit|libre et gratuit)',
  '(?:gratuite?s?(?: pour tous| pour toutes et tous)?|sans frais|aucun frais)',
];

/** Words that may follow such a text without changing its meaning. */
const ADDITIONS = [
  '(?:with|upon) (?:registration|reservation|rsvp)',
  '(?:registration|reservation) (?:required|recommended)',
  '(?:donations? (?:welcome|accepted|appreciated)|voluntary (?:contribution|donation)s?(?: welcome)?|pay what you can)',
  '(?:sur|avec) (?:réservation|inscription|rsvp)',
  '(?:inscription|réservation) (?:requise|obligatoire|recommandée|conseillée)',
  '(?:dons? (?:bienvenus?|acceptés?|appréciés?)|contributions? volontaires?(?: suggérées?)?)',
  '(?:everyone|all) welcome|bienvenue à tous(?: et à toutes)?|ouvert à tous',
];

const STATES_FREE = new RegExp(
  `^(?:${STATEMENTS.join('|')})(?:(?: ?[,;:/–—-] ?| )\\(?(?:${ADDITIONS.join('|')})\\)?)?[.!]?$`,
);

/** Whether a text without an amount states that an event is free: `Entrée libre`, `Free admission`. */
export function statesFree(text: string): boolean {
  return STATES_FREE.test(text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim());
}
