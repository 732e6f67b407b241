import { ModulesContainer } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { type Response } from 'supertest';
import { AccountsService } from '../src/http/auth/accounts.service.js';
import { AccessGuard } from '../src/http/auth/access.guard.js';
import { type Role, ROLES } from '../src/http/role.js';
import {
  allResources,
  itEach,
  resourceOf,
  relatedPublished,
  publishedResources,
  termResources,
  type TestedResource,
} from './support/resources.js';
import { pairwise } from './support/pairwise.js';
import { pause } from './support/process-time.js';
import { type Route, routesOf } from './support/routes.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
let routes: Route[];

beforeAll(async () => {
  calendar = await TestCalendar.start();
  routes = routesOf(calendar);
});

afterAll(() => calendar.stop());

type Caller = Role | 'anonymous';
const CALLERS: readonly Caller[] = ['anonymous', ...ROLES];

/** The access of a caller to a record; `gone` means that it was public. */
type Grant = 'edit' | 'read' | 'gone' | 'hidden';

/** The state of a record, and the access that section 7 of the contract grants to its owner and to others. */
interface Situation {
  readonly name: string;
  /** The status it is created with. */
  readonly begins: string;
  /** The status it has now. */
  readonly status: string;
  readonly author: Grant;
  readonly contributor: Grant;
  readonly others: Grant;
}

/**
 * Editors and administrators may edit in every state. "Withdrawn" records were published before: contributors have
 * lost them.
 */
const SITUATIONS = [
  ['publish', 'publish', 'publish', 'edit', 'read', 'read'],
  ['future', 'future', 'future', 'edit', 'read', 'hidden'],
  ['draft', 'draft', 'draft', 'edit', 'edit', 'hidden'],
  ['pending', 'pending', 'pending', 'edit', 'edit', 'hidden'],
  ['private', 'private', 'private', 'edit', 'read', 'hidden'],
  ['withdrawn', 'publish', 'draft', 'edit', 'read', 'hidden'],
  ['trashed publish', 'publish', 'trash', 'edit', 'gone', 'gone'],
  ['trashed draft', 'draft', 'trash', 'edit', 'edit', 'hidden'],
  ['trashed private', 'private', 'trash', 'edit', 'hidden', 'hidden'],
  ['trashed withdrawn', 'publish', 'trash', 'edit', 'hidden', 'hidden'],
].map(([name, begins, status, author, contributor, others]) => ({
  ...{ name, begins, status, author, contributor, others },
})) as Situation[];

const isEditor = (caller: Caller) => caller === 'editor' || caller === 'administrator';

interface Planted {
  readonly kind: TestedResource;
  readonly situation: Situation;
  readonly owner: Caller | 'somebody';
  readonly password: boolean;
  /** Whether it is an occurrence of a series other than the first. */
  readonly inSeries: boolean;
  /** Who tries it. */
  readonly callers: readonly Caller[];
  readonly id: number;
  readonly slugs: Readonly<Record<'en' | 'fr', string>>;
  /** The record after the last permitted write, in both languages. */
  excerpt: string;
}

function grantOf({ situation, owner }: Planted, caller: Caller): Grant {
  if (isEditor(caller)) return 'edit';
  // Readers own nothing, even if an editor names them as the author.
  return caller === owner && (caller === 'author' || caller === 'contributor') ? situation[caller] : situation.others;
}

const isTrashed = ({ situation }: Planted) => situation.status === 'trash';

/** `200`, or the status and code of an error. */
type Outcome = string;

function expectedRead(record: Planted, caller: Caller): Outcome {
  const grant = grantOf(record, caller);
  if (grant === 'hidden') return `404 rest-${record.kind.singular}-not-found`;
  if (grant === 'gone') return `410 ${record.kind.singular}-no-longer-available`;
  return grant === 'read' && record.password ? '403 event-password-protected' : '200';
}

function expectedWrite(record: Planted, caller: Caller, force: boolean): Outcome {
  if (caller === 'anonymous') return '401 rest_forbidden';
  if (caller === 'reader' || (force && !isEditor(caller))) return '403 rest_forbidden';
  const grant = grantOf(record, caller);
  if (grant === 'read') return '403 rest_forbidden';
  if (grant !== 'edit') return expectedRead(record, caller);
  return isTrashed(record) && !force ? `410 ${record.kind.singular}-is-in-trash` : '200';
}

const outcomeOf = ({ status, body }: Response): Outcome => (status < 300 ? String(status) : `${status} ${body.code}`);

const PASSWORD = 'open sesame';
const EVENTS = resourceOf('events');
const OF_EVENT = { start_date: '2027-06-21 19:00', end_date: '2027-06-21 22:00' };

const as = (caller: Caller) => (caller === 'anonymous' ? {} : { as: caller });

/** The fields that a new record needs in addition to its name. */
function namelessBody({ minimalBody, nameField }: TestedResource): object {
  const { [nameField]: _name, ...others } = minimalBody;
  return others;
}

/** The resources of which the matrix has occurrences of series as well. */
const OF_SERIES: readonly Planted['owner'][] = ['contributor', 'author', 'somebody'];

/** The kinds of events. */
const VARIANTS = [
  { password: false, inSeries: false },
  { password: true, inSeries: false },
  { password: false, inSeries: true },
];

function variantsOf(kind: TestedResource, owner: Planted['owner']): typeof VARIANTS {
  if (kind !== EVENTS) return VARIANTS.slice(0, 1);
  return VARIANTS.filter(({ inSeries }) => !inSeries || OF_SERIES.includes(owner));
}

/** All test records, and the ids of the accounts by role. */
const planted: Planted[] = [];
const accounts = new Map<string, number>();

type Plan = Pick<Planted, 'kind' | 'situation' | 'owner' | 'password' | 'inSeries'>;

/** A planned record and who tries it: each owner its own records, and everybody those of another account. */
interface Case {
  readonly plan: Plan;
  readonly caller: Caller;
}

/** The cases of the matrix; `npm run test:full` has all, `npm test` all pairs. */
function chooseCases(): Case[] {
  const owners = [...ROLES, 'somebody'] as const;
  const plans = publishedResources.flatMap((kind) =>
    SITUATIONS.flatMap((situation) =>
      owners.flatMap((owner) => variantsOf(kind, owner).map((variant) => ({ kind, situation, owner, ...variant }))),
    ),
  );
  const all = plans.flatMap((plan) =>
    (plan.owner === 'somebody' ? CALLERS : [plan.owner]).map((caller) => ({ plan, caller })),
  );
  return pairwise(all, ({ plan: { kind, situation, owner, password, inSeries }, caller }) => [
    `${kind.plural} ${password} ${inSeries}`,
    situation.name,
    `${caller} of ${owner}`,
  ]);
}

/** The cases by their plan. */
const callersOfPlans = new Map<Plan, Caller[]>();

async function plant(plan: Plan): Promise<Planted> {
  const { kind, situation, owner, password, inSeries } = plan;
  const { begins: status, status: now } = situation;
  const label = `${kind.singular} ${situation.name} of ${owner}${password ? ' with a password' : ''}${inSeries ? ' twice' : ''}`;
  const excerpt = 'first';
  const body = {
    ...namelessBody(kind),
    ...(password && { password: PASSWORD }),
    ...(inSeries && { recurrence: 'FREQ=DAILY;COUNT=2' }),
    ...{ status, author: accounts.get(owner) },
    ...(status === 'future' && { date: '2099-01-01' }),
    translations: {
      en: { [kind.nameField]: `English ${label}`, description: 'text', excerpt },
      fr: { [kind.nameField]: `Français ${label}`, description: 'texte', excerpt },
    },
  };
  const made = await calendar.post(kind.path, body, { as: 'administrator' }).expect(201);
  const { id, alternates } = (inSeries ? await secondOf(made.body.id) : made.body) as Made;
  const [en, fr] = alternates;
  const path = `${kind.path}/${id}`;
  if (situation.name.endsWith('withdrawn'))
    await calendar.patch(path, { status: 'draft' }, { as: 'editor' }).expect(200);
  if (now === 'trash') await calendar.delete(path, { as: 'editor' }).expect(200);
  const callers = callersOfPlans.get(plan)!;
  return { ...plan, callers, id, slugs: { en: en!.slug, fr: fr!.slug }, excerpt };
}

interface Made {
  readonly id: number;
  readonly alternates: readonly { readonly slug: string }[];
}

async function secondOf(series: number): Promise<Made> {
  const path = `/events?post_parent=${series}&status=any&starts_after=2000-01-01`;
  return (await calendar.get(path, { as: 'administrator' }).expect(200)).body.events[0];
}

/** Runs tasks a few at a time. */
async function each<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

beforeAll(async () => {
  for (const role of ROLES) accounts.set(role, (await calendar.get('/me', { as: role })).body.id);
  const other = await calendar.app.get(AccountsService).createKey({ name: 'somebody else', role: 'author' });
  accounts.set('somebody', (await calendar.get('/me', { key: other.text })).body.id);
  for (const { plan, caller } of chooseCases()) callersOfPlans.set(plan, [...(callersOfPlans.get(plan) ?? []), caller]);
  await each([...callersOfPlans.keys()], async (plan) => void planted.push(await plant(plan)));
});

const pairs = (): { record: Planted; caller: Caller }[] =>
  planted.flatMap((record) => record.callers.map((caller) => ({ record, caller })));

const recordRoutes = (kind: TestedResource) => routes.filter(({ path }) => path.startsWith(`${kind.path}/`));
const isOfFormat = ({ path }: Route) => path.includes('.');
const itemRoutes = (kind: TestedResource) =>
  recordRoutes(kind).filter((route) => !isOfFormat(route) && /\/:(?:id|slug)$/.test(route.path));
/** The routes below a record: its revisions, its copies and merges. */
const routesBelow = (kind: TestedResource) => recordRoutes(kind).filter(({ path }) => path.includes('/:id/'));

const pathOf = (route: Route, { id, slugs }: Planted, language: 'en' | 'fr') =>
  route.path.replace(':id', String(id)).replace(':slug', encodeURIComponent(slugs[language]));

const nameOf = (route: Route, record: Planted, caller: Caller) =>
  `${caller} ${route.method} ${route.path}: ${record.situation.name} of ${record.owner}${record.password ? ', password' : ''}${record.inSeries ? ', in a series' : ''}`;

/** The language of a case: half of the matrix in each. */
const languageOf = ({ id }: Planted, route: Route): 'en' | 'fr' => ((id + route.path.length) % 2 === 0 ? 'en' : 'fr');

describe('the routes', () => {
  it('all declare their required role', () => {
    expect(routes.length).toBeGreaterThan(30);
    expect(routes.filter(({ requiredRole }) => requiredRole === undefined).map(({ handler }) => handler)).toEqual([]);
  });

  it('require what the contract says, and no other route writes', () => {
    const wrong = routes.filter(({ method, path, requiredRole }) => {
      const [kind = ''] = path
        .split('/')
        .slice(1)
        .map((part) => part.replace(/\..*/, ''));
      if (path.startsWith('/sign-in')) return requiredRole !== 'public';
      if (path === '/me/keys' && method === 'POST') return requiredRole !== 'contributor';
      if (kind === 'me') return requiredRole !== 'reader';
      if (kind === 'accounts') return requiredRole !== 'administrator';
      if (path === '/translations') return requiredRole !== 'contributor';
      if (path === '/images/:folder/:name') return requiredRole !== 'public';
      if (kind === 'images') return requiredRole !== 'contributor';
      if (path.startsWith('/webhooks')) return requiredRole !== 'administrator';
      if (path === '/metrics') return requiredRole !== 'administrator';
      // The password of an event: a page of it, for every visitor.
      if (path === '/pages/events/:slug') return requiredRole !== 'public';
      // What visitors send, with the form or a program.
      if (['/submissions', '/pages/submit', '/pages/proposer'].includes(path)) return requiredRole !== 'public';
      const isBelow = path.includes('/:id/');
      if (path.endsWith('/merge')) return requiredRole !== 'editor';
      if (method === 'GET' && !isBelow) return requiredRole !== 'public';
      return requiredRole !== allResources.find(({ plural }) => plural === kind)?.writer;
    });
    expect(wrong).toEqual([]);
  });

  it('have the ten ways to a record that the matrix covers', () => {
    for (const kind of publishedResources) {
      expect(
        itemRoutes(kind)
          .map(({ method, path }) => `${method} ${path}`)
          .sort(),
      ).toEqual(
        [`${kind.path}/:id`, `${kind.path}/by-slug/:slug`]
          .flatMap((path) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${path}`))
          .sort(),
      );
    }
  });

  it('lead to the revisions of a record, to its copies and its merge', () => {
    for (const kind of allResources)
      expect(routesBelow(kind).map(({ method, path }) => `${method} ${path.replace(kind.path, '')}`)).toEqual([
        'GET /:id/revisions',
        'GET /:id/revisions/:revision',
        'POST /:id/revisions/:revision/restore',
        ...(kind.isPublished ? ['POST /:id/duplicate'] : []),
        ...(kind.field === undefined ? [] : ['POST /:id/merge']),
      ]);
  });

  it('are for administrators if a handler declares nothing', async () => {
    const silent = () => undefined;
    const providers = [...calendar.app.get(ModulesContainer).values()].flatMap((module) => [
      ...module.providers.values(),
    ]);
    const instances = providers.map(({ instance }) => instance);
    const guard = instances.find((instance) => instance instanceof AccessGuard)!;
    const enter = async (key?: string) => {
      const request = { params: {}, headers: key === undefined ? {} : { authorization: `Bearer ${key}` } };
      return guard.canActivate(new ExecutionContextHost([request], class Silent {}, silent));
    };
    await expect(enter()).rejects.toMatchObject({ status: 401 });
    for (const role of ROLES.slice(0, -1))
      await expect(enter(calendar.keys[role])).rejects.toMatchObject({ status: 403 });
    await expect(enter(calendar.keys.administrator)).resolves.toBe(true);
  });
});

describe('the matrix of route, role, status, ownership, password and address', () => {
  it('holds for reads of one record', async () => {
    const wrong: string[] = [];
    await each(pairs(), async ({ record, caller }) => {
      for (const route of itemRoutes(record.kind).filter(({ method }) => method === 'GET')) {
        const language = languageOf(record, route);
        const path = pathOf(route, record, language);
        const answer = await calendar.get(path, { language, ...as(caller) });
        const found = [outcomeOf(answer), answer.headers['content-language']];
        if (answer.status === 200) found.push(answer.body.id, answer.body.description, answer.body.status);
        const expected: unknown[] = [expectedRead(record, caller), language];
        if (expected[0] === '200')
          expected.push(record.id, language === 'en' ? 'text' : 'texte', record.situation.status);
        const head = caller === 'anonymous' ? await calendar.send('head', path, { language }) : answer;
        if (String(found) !== String(expected) || head.status !== answer.status)
          wrong.push(
            `${nameOf(route, record, caller)}: ${found.join(' ')} (HEAD ${head.status}), not ${expected.join(' ')}`,
          );
      }
    });
    expect(wrong).toEqual([]);
  });

  it('holds for revisions: those who may change a record see them, also in the trash, and nobody else', async () => {
    const wrong: string[] = [];
    const belowOf = (kind: TestedResource) => routesBelow(kind).filter(({ path }) => path.includes('/revisions'));
    await each(pairs(), async ({ record, caller }) => {
      const { body } = await calendar.get(`${record.kind.path}/${record.id}/revisions?per_page=1`, as('administrator'));
      // Occurrences of series have no revisions before their own writes.
      const [last] = body.revisions as { revision: number }[];
      for (const route of belowOf(record.kind)) {
        const isRestored = route.method === 'POST';
        // Restoring would take a record out of the trash.
        const isKnown = last !== undefined && !(isRestored && isTrashed(record));
        const path = pathOf(route, record, 'en').replace(':revision', String(isKnown ? last.revision : 999_999_999));
        const answer = await calendar.send(isRestored ? 'post' : 'get', path, as(caller));
        const mayEdit = !['anonymous', 'reader'].includes(caller) && grantOf(record, caller) === 'edit';
        const isFound = isKnown || !route.path.includes(':revision');
        const editable = isFound ? '200' : '404 rest-revision-not-found';
        const expected = mayEdit ? editable : expectedWrite(record, caller, false);
        if (outcomeOf(answer) !== expected)
          wrong.push(`${nameOf(route, record, caller)}: ${outcomeOf(answer)}, not ${expected}`);
        if (!mayEdit && /text|Français/.test(JSON.stringify(answer.body)))
          wrong.push(`${nameOf(route, record, caller)}: ${JSON.stringify(answer.body)}`);
      }
    });
    expect(wrong).toEqual([]);
  });

  it('holds for copies: those who may read a record in full and create records make them', async () => {
    const wrong: string[] = [];
    await each(pairs(), async ({ record, caller }) => {
      const [route] = routesBelow(record.kind).filter(({ path }) => path.endsWith('/duplicate'));
      const language = languageOf(record, route!);
      const answer = await calendar.post(pathOf(route!, record, language), {}, { language, ...as(caller) });
      const read = expectedRead(record, caller);
      const refused: Partial<Record<Caller, Outcome>> = {
        anonymous: '401 rest_forbidden',
        reader: '403 rest_forbidden',
      };
      const expected = refused[caller] ?? (read === '200' ? '201' : read);
      const found = [outcomeOf(answer)];
      if (answer.status === 201) {
        const { id, status, author, description, password_protected: isLocked = false } = answer.body;
        const isRight =
          status === 'draft' && author === accounts.get(caller) && !isLocked && description.startsWith('text');
        found.push(...(isRight ? [] : [JSON.stringify(answer.body)]));
        await calendar.delete(`${record.kind.path}/${id}?force=true`, as('administrator')).expect(200);
      }
      if (String(found) !== expected)
        wrong.push(`${nameOf(route!, record, caller)}: ${found.join(' ')}, not ${expected}`);
    });
    expect(wrong).toEqual([]);
  });

  itEach(relatedPublished, 'holds for merges: editors merge %s that are not in the trash', async (kind) => {
    const wrong: string[] = [];
    const [route] = routesBelow(kind).filter(({ path }) => path.endsWith('/merge'));
    for (const record of planted.filter((one) => one.kind === kind && one.owner === 'somebody'))
      for (const caller of CALLERS) {
        const { body: other } = await calendar.post(kind.path, kind.minimalBody, as('administrator')).expect(201);
        for (const [from, into] of [
          [record.id, other.id],
          [other.id, record.id],
        ] as [number, number][]) {
          const isMerged = isEditor(caller) && !isTrashed(record);
          // A merge would end this record.
          const answer = await calendar.post(
            `${kind.path}/${from}/merge`,
            { into: isMerged ? from : into },
            as(caller),
          );
          const refused = caller === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
          const gone = `410 ${kind.singular}-is-in-trash`;
          const expected = isMerged ? '400 rest_invalid_param' : isEditor(caller) ? gone : refused;
          if (outcomeOf(answer) !== expected)
            wrong.push(`${nameOf(route!, record, caller)}: ${outcomeOf(answer)}, not ${expected}`);
        }
        await calendar.delete(`${kind.path}/${other.id}?force=true`, as('administrator')).expect(200);
      }
    expect(wrong).toEqual([]);
  });

  it('holds for reads of one record in other formats', async () => {
    const wrong: string[] = [];
    const formats = recordRoutes(EVENTS).filter(isOfFormat);
    expect(formats.length).toBeGreaterThan(1);
    await each(pairs(), async ({ record, caller }) => {
      for (const route of record.kind === EVENTS ? formats : []) {
        const { status, body, text } = await calendar.get(pathOf(route, record, 'fr'), {
          language: 'fr',
          ...as(caller),
        });
        const found =
          status === 200 ? String(text.includes('texte') ? 200 : 'without its text') : `${status} ${body.code}`;
        const expected = expectedRead(record, caller);
        if (found !== expected) wrong.push(`${nameOf(route, record, caller)}: ${found}, not ${expected}`);
      }
    });
    expect(wrong).toEqual([]);
  });

  it('holds for protected events with their password: it opens readable ones by id, and none by slug', async () => {
    const wrong: string[] = [];
    const isProtected = pairs().filter(({ record }) => record.password);
    await each(isProtected, async ({ record, caller }) => {
      for (const route of itemRoutes(EVENTS).filter(({ method }) => method === 'GET')) {
        const answer = await calendar.get(`${pathOf(route, record, 'en')}?password=open%20sesame`, as(caller));
        const locked = expectedRead(record, caller);
        const expected = locked.startsWith('403') && route.path.endsWith(':id') ? '200' : locked;
        if (outcomeOf(answer) !== expected || (expected === '200' && answer.body.description !== 'text'))
          wrong.push(`${nameOf(route, record, caller)}: ${outcomeOf(answer)}, not ${expected}`);
      }
    });
    expect(wrong).toEqual([]);
  });

  it('holds for lists', async () => {
    const wrong: string[] = [];
    for (const kind of publishedResources) {
      const lists = CALLERS.flatMap((caller) => {
        const statuses = caller === 'anonymous' || caller === 'reader' ? ['publish'] : ['publish', 'any', 'any,trash'];
        return statuses.map((status) => ({ caller, status }));
      });
      for (const { caller, status } of lists) {
        const shown = await allOf(kind, caller, status);
        for (const record of planted.filter((candidate) => candidate.kind === kind)) {
          const found = shown.get(record.id);
          const expected = expectedInList(record, caller, status);
          if (found !== expected)
            wrong.push(
              `${caller} lists ${status} ${kind.plural}: ${record.situation.name} of ${record.owner}: ${found}, not ${expected}`,
            );
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('holds for records embedded in events', async () => {
    const ids = (kind: TestedResource) => planted.filter((record) => record.kind === kind).map(({ id }) => id);
    const linked = planted.filter((record) => record.kind.field !== undefined && !isTrashed(record));
    const links = Object.fromEntries(relatedPublished.map((kind) => [kind.field, ids(kind)]));
    const trashed = planted.filter((record) => record.kind.field !== undefined && isTrashed(record));
    // Trashed records are related before they are trashed, since only others can be related.
    for (const { kind, id, situation } of trashed) {
      const status = situation.name === 'trashed withdrawn' ? 'draft' : situation.begins;
      await calendar.patch(`${kind.path}/${id}`, { status }, { as: 'editor' }).expect(200);
    }
    const event = await calendar.post('/events', { title: 'Hub', ...OF_EVENT, ...links }, { as: 'editor' }).expect(201);
    for (const { kind, id } of trashed) await calendar.delete(`${kind.path}/${id}`, { as: 'editor' }).expect(200);
    for (const caller of CALLERS) {
      const { body } = await calendar.get(`/events/${event.body.id}`, as(caller)).expect(200);
      for (const kind of relatedPublished) {
        const readable = linked.filter(
          (record) => record.kind === kind && ['edit', 'read'].includes(grantOf(record, caller)),
        );
        const shown = (body[kind.field] as { id: number }[]).map(({ id }) => id);
        expect([caller, shown.sort()]).toEqual([caller, readable.map(({ id }) => id).sort()]);
      }
    }
    await calendar.delete(`/events/${event.body.id}?force=true`, { as: 'editor' }).expect(200);
  });

  it('holds for updates and deletions, and refused ones change nothing', async () => {
    const wrong: string[] = [];
    let writes = 0;
    await each(planted, async (record) => {
      for (const caller of record.callers)
        for (const route of itemRoutes(record.kind).filter(({ method }) => method !== 'GET'))
          wrong.push(...(await write(route, record, caller, `Write ${++writes}`)));
      const path = `${record.kind.path}/${record.id}`;
      const { body } = await calendar.get(path, { as: 'administrator' });
      if (body.excerpt !== record.excerpt || body.status !== record.situation.status)
        wrong.push(
          `${path} stands at ${body.excerpt} ${body.status}, not at ${record.excerpt} ${record.situation.status}`,
        );
    });
    expect(wrong).toEqual([]);
  });

  it('holds for permanent deletions', async () => {
    const wrong: string[] = [];
    // Each editor deletes own records and those of an account with fewer rights.
    const deleters: Record<string, Caller> = {
      editor: 'editor',
      contributor: 'editor',
      administrator: 'administrator',
      author: 'administrator',
    };
    await each([...callersOfPlans.keys()], async (plan) => {
      // The other tests need theirs.
      const record = await plant(plan);
      const owner = record.owner;
      for (const route of itemRoutes(record.kind).filter(({ method }) => method === 'DELETE')) {
        const asking = owner === 'somebody' ? CALLERS.filter((caller) => !isEditor(caller)) : [owner];
        for (const caller of asking.filter((candidate) => !isEditor(candidate)))
          wrong.push(...(await forceDelete(route, record, caller)));
      }
      const deleter = deleters[owner];
      if (!deleter)
        return void (await calendar.delete(`${record.kind.path}/${record.id}?force=true`, { as: 'editor' }));
      const [byId, bySlug] = itemRoutes(record.kind).filter(({ method }) => method === 'DELETE');
      wrong.push(...(await forceDelete(record.id % 2 === 0 ? byId! : bySlug!, record, deleter)));
      const path = `${record.kind.path}/${record.id}`;
      const after = await calendar.get(path, { as: 'administrator' });
      if (outcomeOf(after) !== `404 rest-${record.kind.singular}-not-found`)
        wrong.push(`${path} is still ${outcomeOf(after)}`);
    });
    expect(wrong).toEqual([]);
  });
});

/** How a list shows each record, by its id: as a whole, or as a masked event. */
async function allOf(kind: TestedResource, caller: Caller, status: string): Promise<Map<number, 'full' | 'masked'>> {
  const shown = new Map<number, 'full' | 'masked'>();
  const window = kind === EVENTS ? '&from=2000-01-01' : '';
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = `status=${status}&per_page=50&page=${page}${window}`;
    const { body } = await calendar.get(`${kind.path}?${query}`, as(caller)).expect(200);
    pages = body.total_pages;
    for (const { id, description } of body[kind.plural])
      shown.set(id as number, description === null ? 'masked' : 'full');
    if (page === pages) expect(shown.size).toBe(body.total);
  }
  return shown;
}

function expectedInList(record: Planted, caller: Caller, status: string): 'full' | 'masked' | undefined {
  const grant = grantOf(record, caller);
  const isAsked = isTrashed(record)
    ? status.includes('trash')
    : status.startsWith('any') || record.situation.status === 'publish';
  if (!isAsked || grant === 'hidden' || grant === 'gone') return undefined;
  return grant === 'read' && record.password ? 'masked' : 'full';
}

/** Tries one write and undoes it. @returns what went wrong */
async function write(route: Route, record: Planted, caller: Caller, excerpt: string): Promise<string[]> {
  const language = languageOf(record, route);
  const path = pathOf(route, record, language);
  const isDeletion = route.method === 'DELETE';
  const method = route.method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  const texts = { translations: { en: { excerpt }, fr: { excerpt } } };
  const answer = await calendar.send(method, path, { language, ...as(caller) }, isDeletion ? undefined : texts);
  const expected = expectedWrite(record, caller, false);
  if (outcomeOf(answer) !== expected || answer.headers['content-language'] !== language)
    return [`${nameOf(route, record, caller)}: ${outcomeOf(answer)}, not ${expected}`];
  if (expected !== '200') return [];
  if (!isDeletion) {
    record.excerpt = excerpt;
    return answer.body.excerpt === excerpt ? [] : [`${nameOf(route, record, caller)}: nothing was written`];
  }
  const restored = await calendar.patch(path, { status: record.situation.status }, { language, as: 'editor' });
  if (answer.body.status === 'trash' && restored.body.status === record.situation.status) return [];
  return [`${nameOf(route, record, caller)}: ${answer.body.status}, then ${restored.body.status}`];
}

async function forceDelete(route: Route, record: Planted, caller: Caller): Promise<string[]> {
  const language = languageOf(record, route);
  const answer = await calendar.delete(`${pathOf(route, record, language)}?force=true`, { language, ...as(caller) });
  const expected = expectedWrite(record, caller, true);
  return outcomeOf(answer) === expected
    ? []
    : [`${nameOf(route, record, caller)}: ${outcomeOf(answer)}, not ${expected}`];
}

describe('writes without a record', () => {
  itEach(publishedResources, 'creating %s is for contributors and above', async ({ path, minimalBody }) => {
    const outcomes = [];
    for (const caller of CALLERS) outcomes.push(outcomeOf(await calendar.post(path, minimalBody, as(caller))));
    expect(outcomes).toEqual(['401 rest_forbidden', '403 rest_forbidden', '201', '201', '201', '201']);
  });

  itEach(termResources, '%s are written by editors, and read by everybody', async ({ plural: terms }) => {
    const wrong: string[] = [];
    for (const caller of CALLERS) {
      const refused = caller === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
      const { body: term } = await calendar.post(`/${terms}`, { name: `Before ${caller}` }, { as: 'administrator' });
      for (const route of routes.filter(({ path }) => [`/${terms}`, `/${terms}/:id`].includes(path))) {
        const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
        const isRead = method === 'get';
        const isCreation = method === 'post' && route.path === `/${terms}`;
        const [path, name] = [
          route.path.replace(':id', String(term.id)),
          `After ${caller} ${route.method} ${route.path}`,
        ];
        // The deleted record is not needed afterwards.
        const target = method === 'delete' ? path.replace(String(term.id), String(await another(terms))) : path;
        const answer = await calendar.send(
          method,
          target,
          as(caller),
          isRead || method === 'delete' ? undefined : { name },
        );
        const expected = isRead || isEditor(caller) ? (isCreation ? '201' : '200') : refused;
        if (outcomeOf(answer) !== expected) wrong.push(`${caller} ${route.method} ${route.path}: ${outcomeOf(answer)}`);
      }
      const { body } = await calendar.get(`/${terms}/${term.id}`);
      if (!isEditor(caller) && body.name !== term.name) wrong.push(`${caller} changed ${term.name} to ${body.name}`);
    }
    expect(wrong).toEqual([]);
  });

  const another = async (terms: string) =>
    (await calendar.post(`/${terms}`, { name: `Passing ${Math.random()}` }, { as: 'administrator' })).body.id as number;

  it('of events may assign all terms, and create terms only as an editor', async () => {
    const { body: tag } = await calendar.post('/tags', { name: 'Assigned' }, { as: 'editor' }).expect(201);
    for (const caller of ['contributor', 'author', 'editor', 'administrator'] as const) {
      const body = { title: 'Tagged', ...OF_EVENT };
      const known = await calendar.post('/events', { ...body, tags: ['assigned', tag.id] }, as(caller)).expect(201);
      expect(known.body.tags).toMatchObject([{ id: tag.id }]);
      const made = await calendar.post('/events', { ...body, tags: [`New of ${caller}`] }, as(caller));
      expect([caller, made.status]).toEqual([caller, isEditor(caller) ? 201 : 400]);
    }
  });

  it('of events may create venues with the status that the caller may set', async () => {
    const bring = (venue: object, caller: Caller) =>
      calendar.post('/events', { title: 'Bringing', ...OF_EVENT, venue }, as(caller));
    const drafted = await bring({ venue: 'Brought by a contributor' }, 'contributor').expect(201);
    expect(drafted.body.venue).toMatchObject([{ status: 'draft' }]);
    const published = await bring({ venue: 'Brought by an author' }, 'author').expect(201);
    expect(published.body.venue).toMatchObject([{ status: 'publish' }]);
    const before = (await calendar.get('/venues?status=any', { as: 'editor' })).body.total;
    await bring({ venue: 'Too much', status: 'publish' }, 'contributor').expect(403);
    await bring({ venue: 'Somebody’s', author: accounts.get('editor') }, 'author').expect(403);
    expect((await calendar.get('/venues?status=any', { as: 'editor' })).body.total).toBe(before);
  });
});

describe('the first of several reasons to refuse a write is', () => {
  const unknown = '/events/999999';
  const bad = { start_date: 'never', colour: 'red' };
  let hidden: string;
  let foreign: string;
  let own: string;

  beforeAll(async () => {
    const body = { title: 'Order of errors', ...OF_EVENT };
    hidden = `/events/${(await calendar.post('/events', { ...body, status: 'draft' }, { as: 'editor' })).body.id}`;
    foreign = `/events/${(await calendar.post('/events', body, { as: 'editor' })).body.id}`;
    own = `/events/${(await calendar.post('/events', body, { as: 'author' })).body.id}`;
  });

  it('the key and the role, before the body is read; then an unreadable body', async () => {
    for (const caller of CALLERS) {
      const refused = { anonymous: '401 rest_forbidden', reader: '403 rest_forbidden' }[caller as string];
      const told = (fault: string) => refused ?? fault;
      for (const path of ['/events', unknown, foreign]) {
        const method = path === '/events' ? 'post' : 'patch';
        const send = (type: string, body: string) =>
          calendar.send(method, path, as(caller)).set('Content-Type', type).send(body);
        expect(outcomeOf(await send('application/json', '{"title": '))).toBe(told('400 rest_invalid_json'));
        expect(outcomeOf(await send('application/json', '[1]'))).toBe(told('400 rest_invalid_json'));
        expect(outcomeOf(await send('text/plain', 'title'))).toBe(told('415 rest_unsupported_media_type'));
        const large = JSON.stringify({ title: 'x'.repeat(1024 * 1024) });
        expect(outcomeOf(await send('application/json', large))).toBe(told('413 rest_body_too_large'));
      }
    }
  });

  it.each(['patch', 'put', 'post', 'delete'] as const)(
    'then the role, the fields, the record and the rights on it: %s',
    async (method) => {
      const ask = async (caller: Caller, path: string, body: object = bad) => {
        const query = method === 'delete' && body === bad ? '?translation_language=xx' : '';
        return outcomeOf(await calendar.send(method, path + query, as(caller), method === 'delete' ? undefined : body));
      };
      for (const path of [unknown, hidden, foreign, own]) {
        expect(await ask('anonymous', path)).toBe('401 rest_forbidden');
        expect(await ask('reader', path)).toBe('403 rest_forbidden');
      }
      for (const caller of ['contributor', 'author'] as const) {
        for (const path of [unknown, hidden, foreign]) expect(await ask(caller, path)).toBe('400 rest_invalid_param');
        expect(await ask(caller, unknown, {})).toBe('404 rest-event-not-found');
        expect(await ask(caller, hidden, {})).toBe('404 rest-event-not-found');
        expect(await ask(caller, foreign, {})).toBe('403 rest_forbidden');
      }
      expect(await ask('author', own)).toBe('400 rest_invalid_param');
      expect(await ask('editor', hidden)).toBe('400 rest_invalid_param');
    },
  );

  it('the same for records that the caller may not read and for records that do not exist', async () => {
    const tell = async (path: string) => {
      const { body, headers } = await calendar.get(path, { as: 'author' }).expect(404);
      const number = path.replace('/events/', '');
      return [JSON.stringify(body).replaceAll(number, '#'), headers['cache-control']];
    };
    expect(await tell(hidden)).toEqual(await tell(unknown));
  });

  it('the fields of a creation before its status', async () => {
    const wrong = await calendar.post('/events', { ...bad, status: 'publish' }, { as: 'contributor' });
    expect(outcomeOf(wrong)).toBe('400 rest_invalid_param');
    const body = { title: 'Status', ...OF_EVENT, status: 'publish' };
    expect(outcomeOf(await calendar.post('/events', body, { as: 'contributor' }))).toBe('403 rest_forbidden');
    expect(outcomeOf(await calendar.post('/events', bad))).toBe('401 rest_forbidden');
    expect(outcomeOf(await calendar.post('/events', bad, { as: 'contributor' }))).toBe('400 rest_invalid_param');
  });
});

describe('an invalid key', () => {
  const outsideRoots = [
    ...['/', '/health/live', '/health/ready', '/metrics', '/embed', '/favicon.ico', '/robots.txt'],
    ...['/admin', '/admin/assets/:file', '/admin/oidc', '/admin/oidc/callback'],
    ...['/images/:folder/:name', '/assets/:file'],
  ];
  const isPage = ({ path }: Route) => path.startsWith('/pages');
  const reads = () =>
    routes.filter((route) => route.method === 'GET' && !outsideRoots.includes(route.path) && !isPage(route));

  it('returns 401 on every route, and is never treated as no key', async () => {
    const [, id = ''] = calendar.keys.editor.split('_');
    const wrong = [
      ...[
        'Bearer',
        'Bearer x',
        `Bearer cal_${id}_x_0`,
        `Bearer ${calendar.keys.editor.slice(0, -1)}`,
        'Basic',
        'Basic !',
      ],
      ...[calendar.keys.editor, `Token ${calendar.keys.editor}`, `Bearer ${calendar.keys.editor} x`],
      `Basic ${Buffer.from(calendar.keys.editor).toString('base64')}`,
    ];
    for (const { path } of routes.filter((route) => route.method === 'GET' && isPage(route))) {
      const asked = path.replace('/pages', '/en').replace(':slug', 'x');
      for (const authorization of wrong) {
        const { status, headers } = await calendar.raw().get(asked).set('Authorization', authorization);
        expect([path, status, headers['www-authenticate']]).toEqual([path, 401, 'Bearer']);
      }
    }
    for (const { path } of reads()) {
      const asked = path.replace(':id', '1').replace(':slug', 'x').replace(':revision', '1');
      for (const authorization of wrong) {
        const answer = await calendar.get(asked).set('Authorization', authorization);
        expect([path, authorization, outcomeOf(answer), answer.headers['www-authenticate']]).toEqual([
          ...[path, authorization, '401 rest_forbidden', 'Bearer'],
        ]);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    }
  });

  it('is refused within a second of its revocation, on reads and writes', async () => {
    const keys = calendar.app.get(AccountsService);
    const { id, text } = await keys.createKey({ name: 'to be revoked', role: 'editor' });
    const write = () => calendar.post('/tags', { name: `Late ${Math.random()}` }, { key: text });
    await write().expect(201);
    await keys.revokeKey(id);
    await pause(1000);
    expect(outcomeOf(await write())).toBe('401 rest_forbidden');
    expect(outcomeOf(await calendar.get('/events', { key: text }))).toBe('401 rest_forbidden');
  });

  it('is accepted as the password of Basic credentials, and in no query or body', async () => {
    const basic = Buffer.from(`anybody:${calendar.keys.editor}`).toString('base64');
    const tag = { name: 'By Basic' };
    await calendar.post('/tags', tag).set('Authorization', `Basic ${basic}`).expect(201);
    const key = calendar.keys.administrator;
    for (const name of ['key', 'api_key', 'access_token', 'authorization', 'Authorization', 'token', 'bearer']) {
      expect((await calendar.post(`/tags?${name}=${key}`, tag)).status).toBe(401);
      expect((await calendar.post(`/tags?${name}=Bearer%20${key}`, { ...tag, [name]: key })).status).toBe(401);
      expect((await calendar.get(`/events?status=draft&${name}=${key}`)).status).toBe(401);
    }
  });
});
