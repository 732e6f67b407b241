import { type RequestContext } from '../http/calendar-request.js';
import { given } from './answer-key.js';
import { Answer, type Headed, steadyHeaders } from './answer.js';
import { type Kept } from './memory.js';

/** Bytes of a recipe, roughly, and of each character of the parameters that are read in it. */
const SIZE = 4096;
const PER_CHARACTER = 8;

/**
 * How a public answer is made again: what was asked for, read and checked already, and the headers that stay. Nothing in
 * it comes of the first request but the parameters that the service knows.
 */
export class Recipe implements Kept {
  private constructor(
    private readonly asked: RequestContext,
    readonly headers: readonly string[],
    readonly size: number,
  ) {}

  /**
   * @param context in which the answer was made for the first time
   * @param response with all headers of that answer
   */
  static of(context: RequestContext, response: Headed): Recipe {
    const known = given(context.given);
    const nothing = { address: '', ifMatch: undefined, headers: new Map<string, string>() };
    const asked = { ...context, ...nothing, given: Object.fromEntries(JSON.parse(known) as [string, unknown][]) };
    return new Recipe(asked, steadyHeaders(response, context), SIZE + PER_CHARACTER * known.length);
  }

  /** @param version of the data, read before anything else */
  async make(version: number): Promise<Answer> {
    const context = { ...this.asked, headers: new Map<string, string>(), holdsUntil: Infinity, revision: undefined };
    return Answer.of(await context.again!(context), context, this.headers, version);
  }
}
