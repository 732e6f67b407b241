import { Random } from '../../../tools/seed/random.js';
import { type BadRequest, requestOf } from './bad-request.js';
import { roleFor, validDraft } from './drafts.js';
import { Injections } from './injections.js';
import { type Operation } from './operations.js';
import { mutate, twist, twistBytes } from './twists.js';
import { type TestRecords } from './test-records.js';

/** Generates requests, reproducibly for a seed and the same records. */
export class Generator {
  readonly injections: Injections;

  constructor(
    private readonly operations: readonly Operation[],
    private readonly seed: number,
  ) {
    this.injections = new Injections(operations);
  }

  /** One of ten requests is valid, five have payloads, three have one error, and one has mutated bytes. */
  block(world: TestRecords, size: number): BadRequest[] {
    const random = new Random(this.seed, world.block);
    const tenth = size / 10;
    const several = (tenths: number, make: (number: number) => BadRequest) =>
      Array.from({ length: tenths * tenth }, (_, place) => make(world.block * tenths * tenth + place));
    return [
      ...several(1, () => this.valid(world, random)),
      ...several(2, (number) => this.injections.all(number, world, random)),
      ...several(3, (number) => this.injections.one(number, this.seed, world, random)),
      ...several(3, () => this.nearlyValid(world, random)),
      ...several(1, () => mutate(this.valid(world, random, 'with other bytes'), random)),
    ];
  }

  private valid(world: TestRecords, random: Random, about = 'valid'): BadRequest {
    return requestOf(this.draft(world, random), about);
  }

  private nearlyValid(world: TestRecords, random: Random): BadRequest {
    const draft = this.draft(world, random);
    const ofBytes = draft.body !== undefined && random.percent(15);
    if (!ofBytes) twist(draft, random);
    const request = requestOf(draft, 'nearly valid');
    return ofBytes ? twistBytes(request, random) : request;
  }

  private draft(world: TestRecords, random: Random) {
    const operation = random.pick(this.operations);
    const draft = validDraft(operation, world, random);
    draft.role = roleFor(operation, random);
    return draft;
  }
}
