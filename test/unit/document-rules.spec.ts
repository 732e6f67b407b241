import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const project = join(__dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'calendar-document-'));
const file = join(folder, 'openapi.json');

afterAll(() => rmSync(folder, { recursive: true }));

/** The violations, as `npm run openapi` reports them: the rule and the place. */
function complaints(document: object): string[] {
  writeFileSync(file, JSON.stringify(document));
  const redocly = join(project, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [redocly, 'lint', file, '--config', join(project, 'redocly.yaml'), '--format', 'json'];
  try {
    execFileSync(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    return [];
  } catch (error) {
    const { stdout, status } = error as { stdout: Buffer; status: number };
    expect(status).toBe(1);
    const { problems } = JSON.parse(stdout.toString()) as Report;
    return problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`);
  }
}

interface Report {
  readonly problems: readonly { readonly ruleId: string; readonly location: readonly { readonly pointer: string }[] }[];
}

describe('the rules of docs/openapi.json', () => {
  it('refuse texts that name another resource', () => {
    const document = JSON.parse(readFileSync(join(project, 'docs', 'openapi.json'), 'utf8'));
    const at = (path: string) => document.paths[`/cal/events/v1${path}`];
    const { schemas } = document.components;
    schemas.CreateTag.required = [null];
    schemas.CreateVenue.required = ['nowhere'];
    at('/tags').get.operationId = 'list';
    at('/tags').post.requestBody.content['application/json'].examples = {};
    at('/venues').get.operationId = 'createEvent';
    at('/venues').get.responses['200'].description = '';
    at('/venues').get.responses['200'].content['application/json'].schema.$ref = '#/components/schemas/Nothing';
    at('/events').get.parameters[0].example = 'not a language';
    at('/events').post.requestBody.content['application/json'].examples.short.value.title = 5;
    schemas.Event.properties.id.example = 'twelve';
    delete at('/me').get.operationId;
    at('/me').get.description = '';
    const operation = '#/paths/~1cal~1events~1v1~1';
    const found = complaints(document);
    const expected = [
      'struct #/components/schemas/CreateTag/required/0',
      'no-required-schema-properties-undefined #/components/schemas/CreateVenue/required/0',
      `rule/operation-id-names-a-record ${operation}tags/get/operationId`,
      `rule/examples-are-there ${operation}tags/post/requestBody/content/application~1json/examples`,
      `operation-operationId-unique ${operation}venues/get/createEvent`,
      `rule/answers-are-described ${operation}venues/get/responses/200/description`,
      `no-unresolved-refs ${operation}venues/get/responses/200/content/application~1json/schema`,
      `no-invalid-parameter-examples ${operation}events/get/parameters/0/example`,
      `no-invalid-media-type-examples ${operation}events/post/requestBody/content/application~1json/examples/short/value/title`,
      'no-invalid-schema-examples #/components/schemas/Event/properties/id/example',
      `operation-operationId ${operation}me/get/operationId`,
      `operation-description ${operation}me/get/description`,
    ];
    expect(expected.filter((complaint) => !found.includes(complaint))).toEqual([]);
  });
});
