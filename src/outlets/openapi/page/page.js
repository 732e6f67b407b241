/* global document, location, matchMedia, PAGE_LABELS, SwaggerUIBundle */

const place = document.getElementById('swagger-ui');
const words = PAGE_LABELS;
const site = new URL(place.dataset.site, location.href).pathname;

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', followScheme);
followScheme();

/** The headings of sections by the names of their tags. */
let sectionNames = {};

/** The part of the introduction that is collapsed: everything from the first heading on. */
let guide = '';

/** Headers that the guide describes once for all operations, so that the page does not repeat them. */
const STANDARD_HEADERS =
  /^(Age|Cache-Control|Content-Language|ETag|RateLimit|RateLimit-Policy|Vary|Warning|X-Request-Id)$/;

/**
 * Adapts the document to the page: requests go to the origin of the page; examples and defaults are shown in the
 * description instead of prefilled, so that untouched fields are not sent; POST, PUT and PATCH are shown once.
 */
function adapted(definition) {
  const servers = definition.servers.map((server) => ({ ...server, url: site + server.url.split('/').pop() }));
  const paths = mapValues(definition.paths, (item) =>
    mapValues(withoutTwins(item), (operation) => ({
      ...operation,
      parameters: operation.parameters.map(withoutPrefill),
      responses: mapValues(operation.responses, withoutStandardHeaders),
    })),
  );
  sectionNames = Object.fromEntries(definition.tags.map((tag) => [tag.name, tag['x-displayName']]));
  const schemas = mapValues(definition.components.schemas, (schema, name) =>
    name.endsWith('Form') ? withoutSamples(schema) : schema,
  );
  const responses = mapValues(definition.components.responses, withoutStandardHeaders);
  const [lead, ...sections] = definition.info.description.split(/\n(?=## )/);
  guide = sections.join('\n');
  const info = { ...definition.info, description: lead, version: `v${definition.info.version}` };
  return { ...definition, info, servers, paths, components: { ...definition.components, schemas, responses } };
}

/** POST and PUT of a record do what its PATCH does, and PATCH says so. */
function withoutTwins({ post, put, ...item }) {
  return item.patch ? item : { ...item, ...(post && { post }), ...(put && { put }) };
}

function withoutStandardHeaders({ headers = {}, ...response }) {
  const own = Object.entries(headers).filter(([name]) => !STANDARD_HEADERS.test(name));
  return own.length > 0 ? { ...response, headers: Object.fromEntries(own) } : response;
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

/** Swagger UI would prefill form fields without an example with `string`, and send that. */
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

/**
 * Swagger UI shows a closed lock on operations that can be called, also on those that need no key. This reverses it.
 */
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

/** Swagger UI focuses the last of the two key inputs; most users need the first one. */
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
  /** Replaces the labels `Add integer item` and ` - ` of array inputs. */
  Button: (Original, { React }) =>
    function Button(props) {
      const { className = '' } = props;
      if (className.includes('item-add')) return React.createElement(Original, props, words.addValue);
      const more = className.includes('item-remove') && { 'aria-label': words.removeValue };
      return React.createElement(Original, { ...props, ...more });
    },
};

/** The routes come first: the guide and the error responses are opened on demand. */
const collapsed = {
  InfoContainer: (Original, { React, getComponent }) =>
    function InfoContainer(props) {
      const { createElement } = React;
      const text = createElement(getComponent('Markdown', true), { source: guide });
      const details = createElement(
        'details',
        { className: 'guide' },
        createElement('summary', null, words.guide),
        text,
      );
      return createElement('div', { className: 'introduction' }, createElement(Original, props), details);
    },
  responses: (Original, { React }) =>
    function Responses({ responses, ...props }) {
      const [isOpen, setOpen] = React.useState(false);
      const shown = isOpen ? responses : responses.filter((_response, status) => status < 400);
      const button = {
        type: 'button',
        className: 'btn show-errors',
        onClick: () => setOpen(!isOpen),
        'aria-expanded': isOpen,
      };
      return React.createElement(
        'div',
        null,
        React.createElement(Original, { ...props, responses: shown }),
        React.createElement('button', button, isOpen ? words.hideErrors : words.showErrors),
      );
    },
};

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  plugins: [
    () => ({
      statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (json) => update(adapted(json)) } } },
      wrapComponents: { ...locks, ...keys, ...forms, ...labels, ...collapsed },
      // The template already links to the document.
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
