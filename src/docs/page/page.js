/* global document, location, SwaggerUIBundle */

const place = document.getElementById('swagger-ui');
const exampleWord = document.documentElement.lang === 'fr' ? 'Exemple :' : 'Example:';
const site = new URL(place.dataset.site, location.href).pathname;

/**
 * The document as the page needs it: requests go to where the page came from, whatever the public address is, and
 * examples are shown instead of filled in, since all filters at once find nothing.
 */
function adapted(definition) {
  const servers = definition.servers.map((server) => ({ ...server, url: site + server.url.split('/').pop() }));
  const paths = mapValues(definition.paths, (item) =>
    mapValues(item, (operation) => ({ ...operation, parameters: operation.parameters.map(withoutPrefill) })),
  );
  return { ...definition, servers, paths };
}

function withoutPrefill({ schema, ...parameter }) {
  // Swagger UI has no input for items of several types.
  const simple = schema.items?.oneOf ? { ...schema, items: { type: 'string' } } : schema;
  if (parameter.required || !('example' in parameter)) return { ...parameter, schema: simple };
  const { example, description, ...rest } = parameter;
  return { ...rest, schema: simple, description: `${description} *${exampleWord}* \`${[example].flat().join()}\`` };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  plugins: [
    () => ({
      statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (json) => update(adapted(json)) } } },
    }),
  ],
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
