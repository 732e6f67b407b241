import { stringify } from 'csv-stringify/sync';
import { type Language } from '../i18n/language.js';

const TEMPLATE: Readonly<Record<Language, string>> = {
  en: `id|title|title_fr|start_date|end_date|venue|address|city|organizer|categories|tags|cost|website|image|description|description_fr
1|Summer concert|Concert d’été|2027-06-21 19:30|2027-06-21 22:00|Jackson Park|125 Main Street|Windsor|Friends of the Park|Music; Outdoors|free|Free|https://example.com/concert|https://example.com/concert.jpg|Bring a blanket.|Apportez une couverture.`,
  fr: `identifiant|titre|titre_en|date de début|date de fin|lieu|adresse|ville|organisateur|catégories|étiquettes|prix|site web|image|description|description_en
1|Concert d’été|Summer concert|2027-06-21 19h30|2027-06-21 22h|Parc Jackson|125, rue Principale|Windsor|Les Amis du parc|Musique; Plein air|gratuit|Gratuit|https://example.com/concert-d-ete|https://example.com/concert.jpg|Apportez une couverture.|Bring a blanket.`,
};

export function templateRows(language: Language): string[][] {
  return TEMPLATE[language].split('\n').map((row) => row.split('|'));
}

/** A table to fill in, as CSV: the names of its columns and one event. */
export function csvTemplate(language: Language): string {
  return stringify(templateRows(language), { bom: true, record_delimiter: 'windows' });
}
