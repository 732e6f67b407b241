import { type Command, InvalidArgumentError } from 'commander';
import { isLanguage, type Language } from '../i18n/language.js';
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
