import { type Command, InvalidArgumentError } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { isLanguage, type Language, type PerLanguage } from '../../lib/i18n/language.js';
import { commandTexts } from './import-texts.js';

/** Determined before the arguments are parsed, since errors in them are reported in this language, too. */
export function languageArgument(args: readonly string[]): Language {
  const place = args.findIndex((arg) => /^--language(?:=|$)/.test(arg));
  const asked = args[place]?.split('=')[1] ?? args[place + 1];
  return place >= 0 && isLanguage(asked) ? asked : 'en';
}

/** A command whose help and usage errors are in a language; those of commander are English. */
export function inLanguage(program: Command, language: Language): Command {
  const texts = commandTexts[language];
  return program
    .helpOption('-h, --help', texts.help)
    .configureHelp({
      optionDescription: ({ description }) => description,
      styleTitle: (title) => texts.titles[title] ?? title,
    })
    .showHelpAfterError(false)
    .configureOutput({ outputError: () => undefined })
    .exitOverride((error) => {
      const [, named = ''] = /'([^']*)'/.exec(error.message) ?? [];
      const [, detail = ''] = error.message.split(' is invalid. ');
      const sentence = texts.usage[error.code]?.(named, detail) ?? error.message;
      if (error.exitCode !== 0) process.stderr.write(`${sentence}\n${texts.seeHelp}\n`);
      throw error;
    });
}

export function oneOf<V extends string>(allowed: readonly V[], language: Language): (text: string) => V {
  return (text) => {
    const value = allowed.find((one) => one === text);
    if (value === undefined) throw new InvalidArgumentError(commandTexts[language].oneOf(allowed.join(', ')));
    return value;
  };
}

const TEMPLATE: PerLanguage<string> = {
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
