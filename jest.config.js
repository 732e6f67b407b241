// Jest runs in CommonJS mode: swc compiles the sources and the packages that ship ES modules only.
const swc = (syntax, syntaxHasJsx = false) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: true,
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2023',
      keepClassNames: true,
      parser:
        syntax === 'ecmascript' ? { syntax, importAttributes: true } : { syntax, decorators: true, tsx: syntaxHasJsx },
      transform:
        syntax === 'ecmascript'
          ? {}
          : {
              legacyDecorator: true,
              decoratorMetadata: true,
              useDefineForClassFields: true,
              react: { runtime: 'automatic', importSource: 'preact' },
            },
    },
  },
];

const esmPackages = [
  '@nestjs',
  'file-type',
  '@tokenizer',
  'token-types',
  'strtok3',
  'uint8array-extras',
  '@borewit',
  'es-toolkit',
  'ansis',
  'dotenv',
  '@standard-schema',
  '@sindresorhus',
  'escape-string-regexp',
  'chrono-node',
  'ical\\.js',
  'htmlparser2',
  'dom(?:elementtype|handler|utils)',
  'dom-serializer',
  'entities',
  'any-ascii',
  'p-queue',
  'p-timeout',
  'eventemitter3',
  'preact',
  'nodemailer',
  'openid-client',
  'oauth4webapi',
  'jose',
];

// Modules run in a context of their own, where Node.js asks an interceptor for each global that is not a parameter of the module.
const builtIns = [
  ...['Object', 'Array', 'Map', 'Set', 'WeakMap', 'Promise', 'Symbol', 'String', 'Number', 'Boolean', 'RegExp'],
  ...['TypeError', 'RangeError', 'Math', 'JSON', 'Reflect', 'Function', 'BigInt', 'Uint8Array'],
];

const common = {
  testEnvironment: 'node',
  sandboxInjectedGlobals: builtIns,
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
  transform: {
    '^.+\\.ts$': swc('typescript'),
    '^.+\\.tsx$': swc('typescript', true),
    '^.+\\.m?js$': swc('ecmascript'),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
};

const endToEnd = {
  setupFiles: ['<rootDir>/test/support/environment.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/after-all.ts'],
};

export default {
  // A loaded machine is slow, not wrong; what a test says of time it measures itself.
  testTimeout: 300_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/src/**/*.spec.ts',
        '<rootDir>/tools/**/*.spec.ts',
        '<rootDir>/test/unit/**/*.spec.ts',
        '<rootDir>/bench/**/*.spec.js',
      ],
    },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/*.e2e-spec.ts'],
      ...endToEnd,
    },
    {
      ...common,
      displayName: 'admin',
      testMatch: ['<rootDir>/test/admin/*.e2e-spec.ts'],
      ...endToEnd,
    },
    {
      ...common,
      displayName: 'groups',
      testMatch: ['<rootDir>/.cache/test-groups/*.group.ts'],
      setupFiles: endToEnd.setupFiles,
    },
    {
      ...common,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/*.faults-spec.ts'],
      ...endToEnd,
    },
    {
      ...common,
      displayName: 'attack',
      testMatch: ['<rootDir>/test/attack/*.attack-spec.ts'],
      ...endToEnd,
    },
  ],
};
