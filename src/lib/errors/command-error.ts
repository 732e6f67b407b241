import { type Language, type PerLanguage } from '../i18n/language.js';

/** A sentence for the person who runs a command. */
export type Sentence = (language: Language) => string;

/** An error that a command reports as a sentence in its language. */
export class CommandError extends Error {
  constructor(readonly reason: Sentence) {
    super(reason('en'));
  }
}

type Values<Message> = Message extends (...values: infer V) => string ? V : [];

/** Functions that make sentences, and errors with them, of the messages of a catalogue: `error('badDate', text)`. */
export function sentencesOf<Messages extends object>(catalogue: PerLanguage<Messages>) {
  type Name = keyof Messages;

  function sentence<N extends Name>(name: N, ...values: Values<Messages[N]>): Sentence {
    return (language) => {
      const message = catalogue[language][name] as string | ((...values: Values<Messages[N]>) => string);
      return typeof message === 'string' ? message : message(...values);
    };
  }

  function error<N extends Name>(name: N, ...values: Values<Messages[N]>): CommandError {
    return new CommandError(sentence(name, ...values));
  }

  return { sentence, error };
}
