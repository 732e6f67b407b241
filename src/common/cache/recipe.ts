import { type RequestContext } from '../http/calendar-request.js';
import { Answer, type Headed, steadyHeaders } from './answer.js';
import { type Kept } from './memory.js';

/** How a public answer is made again: what was asked for, read and checked already, and the headers that stay. */
export class Recipe implements Kept {
  readonly size = 4096;

  private constructor(
    private readonly asked: RequestContext,
    readonly headers: readonly string[],
  ) {}

  /**
   * @param context in which the answer was made for the first time
   * @param response with all headers of that answer
   */
  static of(context: RequestContext, response: Headed): Recipe {
    return new Recipe({ ...context, address: '' }, steadyHeaders(response, context));
  }

  /** @param version of the data, read before anything else */
  async make(version: number): Promise<Answer> {
    const context = { ...this.asked, headers: new Map<string, string>(), holdsUntil: Infinity, revision: undefined };
    return Answer.of(await context.again!(context), context, this.headers, version);
  }
}
