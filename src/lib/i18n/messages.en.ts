import { type ResourceNames } from './resource-names.js';
import { rules } from './constraints.en.js';

/** Every message of a response in English. The French catalogue must have the same keys to compile. */
export const en = {
  // Errors of values. Each sentence also states the accepted values.
  required: 'This field is required.',
  blank: 'Must not be blank.',
  notEmptied: 'Must not be emptied: this field always has a value. Leave it out to keep the one it has.',
  givenTwice: 'Must be given only once.',
  boolean: 'Must be true or false (1, 0, yes, no, on and off are understood as well).',
  integer: 'Must be a whole number.',
  id: 'Must be an id, a positive whole number.',
  atLeast: (min: number) => `Must be ${min} or more.`,
  atMost: (max: number) => `Must be ${max} or less.`,
  between: (min: number, max: number) => `Must lie between ${min} and ${max}.`,
  number: 'Must be a number.',
  authorList: 'Must be ids of accounts, positive whole numbers, or me, separated by commas, such as 12,me.',
  idList: 'Must be ids, positive whole numbers, separated by commas, such as 12,15.',
  boundingBox: 'Must be west,south,east,north in degrees, such as -79.7,43.5,-79.1,43.9; south must not exceed north.',
  textList: 'Must be names, separated by commas, none of them empty.',
  recordList: 'Must be ids or slugs, separated by commas, such as 12,town-hall.',
  termList: 'Must be ids, slugs or names, separated by commas, such as 12,music.',
  text: 'Must be text.',
  numberInsteadOfText: 'Must be text in quotes: a number so large or so small does not keep its digits.',
  tooLong: (max: number) => `Must not be longer than ${max} characters.`,
  tooManyBytes: (max: number) =>
    `Must not be longer than ${max} bytes as cleaned HTML, in which “&” is “&amp;” and accented letters are two bytes.`,
  url: 'Must be an absolute address that starts with http:// or https://.',
  urlWithPassword: 'Must not hold a user name or password: everybody could read them. Give the address without them.',
  webhookHttps: 'Must start with https://, unless WEBHOOK_ALLOW names the host.',
  webhookPrivate: 'Must not lead to this machine or into a private network, unless WEBHOOK_ALLOW names the host.',
  tooManyWebhooks: (max: number) => `There are ${max} webhooks, which is the most. Delete one first.`,
  webhookTimeout: 'No response came within 15 seconds.',
  webhookAddress: 'The address leads to this machine or into a private network, or is not https.',
  webhookRedirect: (status: number) => `The response was a redirect (${status}), which is not followed.`,
  webhookStatus: (status: number) => `The response had the status ${status}.`,
  webhookConnection: (code: string) => `The connection failed: ${code}.`,
  email: 'Must be an e-mail address, such as office@example.com.',
  dateTime:
    'Must be a date that exists, written such as 2027-05-31, 2027-05-31 18:30:00, 2027-05-31T18:30:00-04:00 or “tomorrow 9am”.',
  dateSpan: (span: string) =>
    `Must be one day or time; “${span}” names several days, which only filters by date accept.`,
  toBeforeFrom: 'Must not be before “from”.',
  dateBeyond: (first: string, last: string) => `Must lie between ${first} and ${last}; numbers are seconds since 1970.`,
  ambiguousDate: (one: string, other: string) =>
    `Could mean ${one} or ${other}: day and month cannot be told apart. Write the one that is meant.`,
  timezone: 'Must be a time zone, such as America/Toronto, UTC or +02:00.',
  oneOf: (values: readonly string[]) => `Must be one of: ${values.join(', ')}.`,
  object: 'Must be an object with fields.',
  image: 'Must be an image id, an address that starts with http:// or https://, or an object with a url.',
  cost: 'Must be text, a number, or a list of them.',
  costRange: (max: number) =>
    `Must lie between 0 and ${max.toLocaleString('en')}: 0 is free, other prices are such as 20, "10 - 20" or "$10.50".`,
  costDecimals: 'A price that is a number has two decimals at most, such as 10.50.',
  tooMany: (max: number) => `Must not name more than ${max} records.`,
  tooManyNew: (max: number) =>
    `Must not describe more than ${max} records to find by name or create; name the others by their ids.`,
  relations: 'Must be ids, or objects with the fields of the record to create.',
  unknownField: 'There is no such field.',
  fieldWithin: (name: string) => `The fields of “${name}” must be sent as a JSON object; a form cannot hold them.`,
  didYouMean: (name: string) => `There is no such field. Did you mean “${name}”?`,
  unknownResponseField: (name: string, meant?: string) =>
    `There is no field “${name}”.${meant === undefined ? '' : ` Did you mean “${meant}”?`}`,
  responseFields: (most: number, deepest: number) =>
    `Must be names of fields, separated by commas, such as id,title,venue.venue: at most ${most}, and ${deepest} in each other.`,
  didYouMeanParameter: (name: string) => `There is no such parameter. Did you mean “${name}”?`,
  endBeforeStart: 'Must not lie before start_date.',
  recurrence:
    'Must be a rule, such as "FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231", or an object with rrule, exdates and rdates; a rule or rdates must be there.',
  recurrencePart: (name: string) => `Has the fields rrule, exdates and rdates, but no “${name}”.`,
  rule: (part: string) =>
    `The rule cannot be read from “${part}” on. Write it by RFC 5545, section 3.3.10, such as FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231.`,
  ruleEndsTwice: 'COUNT and UNTIL must not both be given: each says where the rule ends.',
  ruleTooOften: 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.',
  severalADay:
    'The rule makes several occurrences on one day. Give the others in rdates, such as "2027-07-04 10:00/12:00".',
  untilBeforeStart: 'UNTIL must not lie before the first occurrence.',
  rdateBeforeStart: (date: string) => `“${date}” lies before the first occurrence.`,
  ownDateExcluded: (date: string) =>
    `“${date}” is the date of this event itself. Delete it with apply=this, or move its start.`,
  beginsTooEarly: 'Begins too long ago: a series is followed for a hundred years of days at most.',
  recurrenceDate: (date: string) =>
    `“${date}” is no date such as 2027-07-03, 2027-07-03 14:00 or, in rdates, 2027-07-04 10:00/12:00.`,
  tooManyDates: (name: string, max: number) => `Must not have more than ${max} ${name}.`,
  /** @param route of the series, if the caller may read it */
  recurrenceOfSeries: (route: string | undefined) =>
    route === undefined
      ? 'An occurrence follows the rule of its series.'
      : `An occurrence follows the rule of its series: change that one (${route}), give apply=all, or begin a new one with apply=following.`,
  ruleCannotMove: (part: string) =>
    `The rule names its days or times by ${part}, so its dates cannot all move. Give recurrence as well.`,
  ruleDoesNotFit: (rule: string, day: string, next: string | undefined) =>
    `The rule ${rule} has no date on ${day}. Begin on a day that it has${next === undefined ? '' : `, such as ${next}`}, or give recurrence as well.`,
  ruleOfAll: 'The rule applies to all dates: apply=this changes only one of them.',
  notInSeries: 'The event belongs to no series.',
  disagrees: (field: string) => `Must agree with ${field}: both mean the same thing.`,
  unknownId: (ids: readonly (number | string)[]) => `Unknown: ${ids.join(', ')}.`,
  unknownTerm: (names: readonly string[]) =>
    `Unknown: ${names.join(', ')}. Only editors and administrators may make new ones by naming them.`,
  unknownImage: (id: number) => `There is no image with the id ${id}. Give its address instead.`,
  altBesideImage: 'Give the alternative text beside the image, as `image_alt`.',
  nothingToConfirm: 'There is no text in this language to confirm.',
  altWithoutImage: 'Describes an image, and none is shown: give `image` as well.',
  unknownAccount: (id: number) => `There is no account with the id ${id}.`,
  mergedWithItself: 'Must be another record than the one in the path.',
  cycle: 'Must not be the record itself or one of its descendants.',
  noParent: 'Tags have no parent.',
  slugEmpty: 'Must keep at least one letter or digit: a slug is made of a-z, 0-9 and hyphens.',
  orderOfPending: 'pending sorts a list with status=pending only.',
  reviewNoteAlone: 'A note goes with status "draft", to return a record, or "publish".',
  trashByDelete: 'Use DELETE to move a record to the trash.',
  passwordOnIdRoute: (route: string) => `A password is set by the id route only: ${route}.`,
  requiredWith: (field: string) => `Must be given together with ${field}.`,
  search: (terms: number, excluded: number) =>
    `Must not have more than ${terms} words and phrases, of which ${excluded} may be excluded by a hyphen.`,
  jsonOnly: 'Works in JSON only, not in other formats.',
  perPage: (max: number) => `Must lie between 1 and ${max}.`,
  relevanceNeedsSearch: 'Must not be “relevance” without “search”.',
  limitOfDays: 'Does not go with by=day: limit the days with from and to.',
  untranslatedWithoutFallback: 'Must not be “only” together with fallback=none: such a list would always be empty.',
  disagreesInTranslations: (path: string) => `Must agree with ${path}: both are the same text of the record.`,
  sameAs: (field: string) => `Must be the same as ${field} where both are given.`,
  /** Constraints of class-validator that fields have in addition to their own. */
  rules,
  eachValue: (sentence: string) => `Each value ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`,

  // Messages of whole responses.
  missingParameters: (names: string) => `Missing parameter(s): ${names}`,
  emptiedParameters: (names: string) =>
    `Must not be emptied, these fields always have a value: ${names}. Leave them out to keep the values they have.`,
  invalidParameters: (names: string) => `Invalid parameter(s): ${names}`,
  changeToken: 'Must be the `next` of a page of changes, as it was given.',
  changesTokenExpired:
    'This token is older than 90 days, or of another calendar or other resources. Begin again without `since`.',
  malformedRequest: 'This is not a valid HTTP request.',
  notPercentEncoded: 'Must be percent-encoded UTF-8: “café” is caf%C3%A9.',
  addressNotPercentEncoded: 'The address must be percent-encoded UTF-8: “café” is caf%C3%A9.',
  requestTimeout: 'The request took too long to arrive.',
  headersTooLarge: 'The address and the headers of the request are too long.',
  invalidJson: 'The body is not a valid JSON object.',
  jsonNotUtf8: 'The body is not UTF-8, the only encoding of JSON.',
  tooDeep: (max: number) => `The body is nested too deeply: at most ${max} lists and objects in each other.`,
  tooManyKeys: (max: number) => `An object in the body has too many keys: at most ${max.toLocaleString('en')}.`,
  tooManyMembers: (max: number) => `A list in the body has too many members: at most ${max.toLocaleString('en')}.`,
  noRoute: 'No route matches this address. The index of the namespace lists them all.',
  methodNotAllowed: (method: string, allowed: string) =>
    `${method} is not possible here; these methods are: ${allowed}.`,
  bodyTooLarge: (mebibytes: number) => `This is too large to send: it must not exceed ${mebibytes} MiB.`,
  tooMuchMarkup: (marks: number, characters: number) =>
    `The texts of the body hold too much markup: at most ${marks.toLocaleString('en')} tags, attributes, entities and line breaks in all, and ${characters.toLocaleString('en')} characters in those with tags. Send them in several requests.`,
  unsupportedMediaType: 'The body must be application/json or application/x-www-form-urlencoded, in UTF-8.',
  invalidNamespace: (namespace: string) => `There is no such namespace; this service answers for ${namespace}.`,
  lastTranslation: 'The last translation of a record cannot be removed.',
  notFound: (resource: ResourceNames, address: string) =>
    `There is no ${resource.names.en.singular} with the ${address}.`,
  byId: (id: number) => `id ${id}`,
  byHugeId: 'id that was given',
  bySlug: (slug: string) => `slug “${slug}”`,
  moved: (resource: ResourceNames, slug: string) => `This ${resource.names.en.singular} now has the slug “${slug}”.`,
  month: 'Must be a month, such as 2027-06.',
  monthWithDates: 'Cannot be combined with dates: remove the month or the dates.',
  movedTo: (location: string) => `This page is at ${location}.`,
  badKey: 'This key is not valid: it is unknown, mistyped or revoked.',
  accountDisabled: 'The account of this key is disabled.',
  keyExpired: 'This key has expired.',
  keyElsewhere: 'This key may not be used from your address.',
  keyReadsOnly: 'This key is read-only.',
  keyWritesOnly: (resources: readonly string[]) => `This key may only write ${resources.join(', ')}.`,
  nestedOutOfScope: (resource: string, resources: readonly string[]) =>
    `This key may only write ${resources.join(', ')}. It may name existing ${resource} by their IDs or exact names; new ones need a key that may also write ${resource}.`,
  uploadMediaType: 'The body must be multipart/form-data, with the picture as its only part, `file`.',
  uploadedFile: 'Must be one file, a picture, as the part “file” of a multipart/form-data body.',
  damagedPicture: 'This picture is damaged: it cannot be read to its end. Save it again with another program.',
  slowPicture: 'This picture takes too long to be read. Make it smaller.',
  pictureTooLong: (pixels: number) =>
    `This picture is too large: neither side may exceed ${pixels.toLocaleString('en')} pixels.`,
  tooManyPixels: (megapixels: number) =>
    `This picture is too large: at most ${megapixels} million pixels (width times height) are accepted of its type.`,
  tooManyPixelsInFrames: (megapixels: number) =>
    `This animation is too large: its pictures may have ${megapixels} million pixels in all.`,
  tooManyFrames: (frames: number) => `This animation is too long: at most ${frames} pictures are accepted.`,
  focus: 'Must be an object with the parts of width and height, each from 0 to 1: {"x": 0.5, "y": 0.3}; or null.',
  imageTexts: 'Must be an object with a text for each language: {"en": "…", "fr": "…"}.',
  imageOfOthers: 'Only those who may edit all records that show this image can change its focal point and texts.',
  keptByUploader: 'Only editors, and those who have uploaded the image, can decide whether it is kept.',
  keptAddress: 'This image is an address elsewhere. It has no file that would be removed.',
  unsupportedImage: 'This is no picture of an accepted type: JPEG, PNG, WebP, GIF or AVIF.',
  imageInUse: 'Records show this image. Remove it from them first; those in the trash count too.',
  imageStoreUnavailable: 'Images cannot be stored at the moment; try again later.',
  keyNeeded: 'A key is needed here: send it as “Authorization: Bearer <key>”.',
  forbidden: 'Your role does not allow this.',
  reviewNoteForbidden: 'Only editors and administrators write the note of a review.',
  statusForbidden: (status: string) => `Your role does not allow the status “${status}” here.`,
  authorForbidden: 'Only editors and administrators may name another author.',
  linkNotPublishable: (resource: ResourceNames, id: number) =>
    `You may not publish the ${resource.names.en.singular} ${id}. Send the event without publish_links, or ask an editor.`,
  forceForbidden: 'Only editors and administrators may delete for good.',
  passwordProtected: 'This event is protected by a password.',
  isInTrash: (resource: ResourceNames) => `This ${resource.names.en.singular} is in the trash.`,
  noLongerAvailable: (resource: ResourceNames) => `This ${resource.names.en.singular} is no longer available.`,
  pageNotFound: (resource: ResourceNames) => `This page of the ${resource.names.en.plural} does not exist.`,
  termExists: (resource: ResourceNames, id: number) =>
    `A ${resource.names.en.singular} with this name or slug exists already: ${id}.`,
  childrenAlike: (resource: ResourceNames, child: number, other: number) =>
    `Two ${resource.names.en.plural} of one name would be below one: ${child} and ${other}. Merge these two first, or rename one.`,
  extensionNotInstalled: (names: string) => `An extension that is not installed is needed for: ${names}.`,
  preconditionFailed: 'The record has changed since you read it; read it again before you write.',
  weakPrecondition:
    'If-Match has a weak ETag (W/): a proxy between you and the calendar has weakened it, for example by compressing the response. Send it without W/, or let the proxy pass ETags unchanged.',
  idempotencyKey: (max: number) => `The header must hold 1 to ${max} characters.`,
  idempotencyConflict: 'The first request with this Idempotency-Key is still running.',
  idempotencyMismatch: 'This Idempotency-Key was used before with another request.',
  rateLimited: 'Too many requests; try again later.',
  unavailable: 'The service cannot reach its database at the moment; try again shortly.',
  busy: 'The service has too much to do at the moment; try again shortly.',
  writeConflict:
    'Others changed the same at the same time. Read it again, then repeat the request if it is still needed.',
  overloaded: 'Too many requests are waiting at the moment; try again shortly.',
  refused: (status: number, reason: string) => `The request was refused: ${status}, ${reason}.`,
  failed: (status: number, reason: string) => `The request failed: ${status}, ${reason}.`,
  internal: (requestId: string) => `Something went wrong on our side. The request id is ${requestId}.`,
};
