import { type RequiredRole, REQUIRED_ROLE_EXTENSION } from '../../http/auth/access.decorators.js';
import { type Format } from '../../calendar/extension-api/format.js';
import { resources } from '../../calendar/resources.js';
import { type Method, METHODS, type Operation, type PathItem, type Paths } from './openapi-document.js';

/** A method of a path, with the facts that its description depends on. */
export type Route = ReturnType<typeof routeOf>;

const WITH_BODY = [
  ...['create', 'update', 'createWebhook', 'updateWebhook', 'updateImage', 'merge', 'previewOccurrences'],
  ...['createAccount', 'updateAccount', 'createAccountKey', 'updateMe', 'createMyKey', 'changePassword', 'signIn'],
  ...['submitEvent', 'readLink', 'forgottenPassword'],
];
const WITH_OPTIONAL_BODY = ['duplicate', 'restoreRevision', 'testWebhook', 'inviteAccount'];

/** The operations of which nothing is stored for an Idempotency-Key. */
export const WITH_SECRETS = [
  ...[
    'inviteAccount',
    'createAccountKey',
    'createMyKey',
    'changePassword',
    'signIn',
    'submitEvent',
    'readLink',
    'forgottenPassword',
  ],
];

/** The routes in the order of the document: those of feed formats come last, and those of formats that are off are left out. */
export function routesOf(paths: Paths, formats: readonly Format[]): Route[] {
  const routes: Route[] = [];
  for (const [path, item] of Object.entries(paths))
    for (const method of METHODS) {
      const operation = operationOf(item, method);
      if (operation) routes.push(routeOf(path, method, operation, formats));
    }
  const hasSuffix = ({ resource, path }: Route) => resource !== undefined && path.includes('.');
  return [
    ...routes.filter((route) => !hasSuffix(route)),
    ...routes.filter((route) => hasSuffix(route) && route.format),
  ];
}

/** POST and PUT of a record do the same as its PATCH, whose description serves all three. */
function operationOf(item: PathItem, method: Method): Operation | undefined {
  const isPatchAlias = method === 'post' || method === 'put';
  return isPatchAlias && item[method] && item.patch ? item.patch : item[method];
}

function routeOf(path: string, method: Method, operation: Operation, formats: readonly Format[]) {
  const [tag = ''] = operation.tags ?? [];
  const { [REQUIRED_ROLE_EXTENSION]: requiredRole = 'administrator' } = operation as {
    [REQUIRED_ROLE_EXTENSION]?: RequiredRole;
  };
  // Nest numbers handlers that have several paths: `get[0]`.
  const handler = (operation.operationId ?? '').replace(/\[\d+\]$/, '');
  const resource = resources.find(({ names }) => names.plural === tag);
  const format = formats.find((one) => one.resource === resource?.names && path.endsWith(`.${one.name}`));
  const isRead = method === 'get';
  const isFile = format !== undefined || tag === 'sitemap';
  return {
    path,
    method,
    operation,
    requiredRole,
    isRead,
    /** Whether it changes something: a preview is a POST only because of its body. */
    isWrite: !isRead && handler !== 'previewOccurrences',
    /** The tag of the controller. */
    tag,
    /** The name of the handler: `list`, `create`, `get`, `update`, `remove`, … */
    handler,
    /** The resource of the controller, if it has one. */
    resource,
    /** The feed format, if the response is not JSON. */
    format,
    /** Whether the response is a feed or a sitemap. */
    isFile,
    isBySlug: path.includes('{slug}'),
    hasBody: [...WITH_BODY, ...WITH_OPTIONAL_BODY].includes(handler),
    /** Whether it also works without a body. */
    isBodyOptional: WITH_OPTIONAL_BODY.includes(handler),
    /** Whether it returns a list of records. */
    isCollection: handler === 'list' || handler === 'count',
    /** Whether its records have a status and a trash. */
    isPublished: resource?.isPublished ?? false,
    /** Whether `_fields` may reduce the records of the response. */
    takesFields: resource !== undefined && !isFile && !!operation.parameters?.some(({ name }) => name === '_fields'),
    /** Whether a cached response may be served while the database is down. */
    isCached: isRead && !handler.includes('Revision') && (resource !== undefined || isFile || tag === 'changes'),
  };
}

/** A unique name for generated clients: `listEvents`, `getEventBySlug`, `updateEventByPut`. */
export function operationId({ resource, handler, method, format, isCollection, isBySlug }: Route): string {
  if (!resource) return handler;
  const action = handler === 'remove' ? 'delete' : handler;
  const [, verb = '', part] = /^([a-z]+)(Revisions?|Occurrences)$/.exec(handler) ?? [];
  if (part) return `${verb}${pascalCase(resource.names.singular)}${part}`;
  const record = pascalCase(isCollection ? resource.names.plural : resource.names.singular);
  const variant = handler === 'update' && method !== 'patch' ? `By${pascalCase(method)}` : '';
  return `${action}${record}${isBySlug ? 'BySlug' : ''}${variant}${format ? `As${pascalCase(format.name)}` : ''}`;
}

export function pascalCase(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
