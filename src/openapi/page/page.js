/* global document, location, matchMedia, SwaggerUIBundle */

const WORDS = {
  en: {
    example: 'Example:',
    default: 'Default:',
    addValue: 'Add a value',
    removeValue: 'Remove this value',
    keyMissing: 'Needs a key: none is given yet',
    keyGiven: 'Needs a key: one is given',
  },
  fr: {
    example: 'Exemple :',
    default: 'Par défaut :',
    addValue: 'Ajouter une valeur',
    removeValue: 'Retirer cette valeur',
    keyMissing: 'Exige une clé : aucune n’est donnée pour le moment',
    keyGiven: 'Exige une clé : une clé est donnée',
  },
};

const place = document.getElementById('swagger-ui');
const words = WORDS[document.documentElement.lang];
const site = new URL(place.dataset.site, location.href).pathname;

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', followScheme);
followScheme();

/** By the name that the document has for a tag. */
let sectionNames = {};

/**
 * The document as the page needs it: requests go to where the page came from, whatever the public address is; an
 * untouched form sends nothing, so examples and defaults are shown instead of filled in; an update is shown once.
 */
function adapted(definition) {
  const servers = definition.servers.map((server) => ({ ...server, url: site + server.url.split('/').pop() }));
  const paths = mapValues(definition.paths, (item) =>
    mapValues(withoutTwins(item), (operation) => ({
      ...operation,
      parameters: operation.parameters.map(withoutPrefill),
    })),
  );
  sectionNames = Object.fromEntries(definition.tags.map((tag) => [tag.name, tag['x-displayName']]));
  const schemas = mapValues(definition.components.schemas, (schema, name) =>
    name.endsWith('Form') ? withoutSamples(schema) : schema,
  );
  return { ...definition, servers, paths, components: { ...definition.components, schemas } };
}

/** POST and PUT of a record do what its PATCH does, and PATCH says so. */
function withoutTwins({ post, put, ...item }) {
  return item.patch ? item : { ...item, ...(post && { post }), ...(put && { put }) };
}

function withoutPrefill({ schema, ...parameter }) {
  // Swagger UI has no input for items of several types.
  const simple = schema.items?.oneOf ? { ...schema, items: { type: 'string' } } : schema;
  if (parameter.required) return { ...parameter, schema: simple };
  const { default: initial, ...empty } = simple;
  const { example, description, ...rest } = parameter;
  const hints = [hint(words.default, initial), initial === undefined && hint(words.example, example)];
  return { ...rest, schema: empty, description: [description, ...hints].filter(Boolean).join(' ') };
}

/** Into a form without examples Swagger UI would write `string`, and send it. */
function withoutSamples(form) {
  const properties = mapValues(form.properties, (field) => ({ ...field, example: field.type === 'array' ? [] : '' }));
  return { ...form, properties };
}

function hint(word, value) {
  return value === undefined ? '' : `*${word}* \`${[value].flat().join()}\``;
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

/** Swagger UI shows a lock as closed where a request would pass, so also on everything that needs no key. */
const locks = {
  OperationSummary: (Original, { React }) =>
    function OperationSummary({ operationProps, ...props }) {
      const isPublic = operationProps.get('security')?.some((requirement) => requirement.isEmpty());
      const shown = isPublic ? operationProps.set('security', undefined) : operationProps;
      return React.createElement(Original, { ...props, operationProps: shown });
    },
  authorizeOperationBtn: (_Original, { React, getComponent }) =>
    function KeyButton({ isAuthorized, onClick }) {
      const label = isAuthorized ? words.keyGiven : words.keyMissing;
      const Icon = getComponent(isAuthorized ? 'UnlockAuthOperationIcon' : 'LockAuthOperationIcon', true);
      const attributes = { className: 'authorization__btn', 'aria-label': label, title: label, onClick };
      return React.createElement('button', attributes, React.createElement(Icon));
    },
};

/** Swagger UI would put the cursor into the last of the two forms for a key; the first one is what most need. */
const keys = {
  Input: (Original, { React }) =>
    function Input({ autoFocus, ...props }) {
      return React.createElement(Original, { ...props, autoFocus: autoFocus && props.id !== 'auth-basic-username' });
    },
};

/** Swagger UI would send the empty fields of a form too, unless each is unticked. */
const forms = {
  ParameterIncludeEmpty: (Original, { React }) =>
    function ParameterIncludeEmpty({ isIncludedOptions, ...props }) {
      const options = isIncludedOptions && { ...isIncludedOptions, defaultValue: false };
      return React.createElement(Original, { ...props, isIncludedOptions: options });
    },
};

const labels = {
  DeepLink: (Original, { React }) =>
    function DeepLink({ text, ...props }) {
      return React.createElement(Original, { ...props, text: sectionNames[text] ?? text });
    },
  /** Those of lists would say `Add integer item` and ` - `. */
  Button: (Original, { React }) =>
    function Button(props) {
      const { className = '' } = props;
      if (className.includes('item-add')) return React.createElement(Original, props, words.addValue);
      const more = className.includes('item-remove') && { 'aria-label': words.removeValue };
      return React.createElement(Original, { ...props, ...more });
    },
};

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  plugins: [
    () => ({
      statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (json) => update(adapted(json)) } } },
      wrapComponents: { ...locks, ...keys, ...forms, ...labels },
      // The address of the document stands above it.
      components: { InfoUrl: () => null },
    }),
  ],
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: 'tomorrow-night' },
  validatorUrl: null,
});
