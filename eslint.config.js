import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** `database.read(…)`, `this.transactions.write(…)`. */
const useOfDatabase =
  'CallExpression[callee.property.name=/^(read|write|watch)$/]:matches([callee.object.name=/^(database|transactions)$/], [callee.object.property.name=/^(database|transactions)$/])';

export default tseslint.config(
  // The files of test/sixth-resource are linted where scripts/sixth-resource.js puts them.
  {
    ignores: [
      '.cache/',
      'dist/',
      'node_modules/',
      'admin/dist/',
      'admin/node_modules/',
      'admin/vite.config.ts',
      'data/',
      'client/',
      'src/generated/metadata.ts',
      'test/sixth-resource/',
    ],
  },
  js.configs.recommended,
  {
    // What text from outside reaches: a pattern whose time grows faster than the text lets one request stop the service.
    // Settings and imported files come from whoever runs the service.
    files: ['src/**/*.{ts,tsx}'],
    ignores: [
      '**/*.spec.ts',
      'src/commands/cli/**',
      'src/lib/config/**',
      'src/commands/import/**',
      'src/commands/sample/**',
    ],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain' }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A forgotten import of an entity resolves to the browser's or Node's own class of that name.
      'no-restricted-globals': ['error', 'Event', 'event', 'name', 'status', 'Location'],
      'no-console': 'error',
      // French has no-break spaces.
      'no-irregular-whitespace': ['error', { skipStrings: true, skipTemplates: true }],
      // The work inside would wait for the database that the work outside has: it is given a manager.
      'no-restricted-syntax': [
        'error',
        {
          selector: `${useOfDatabase} :function ${useOfDatabase}`,
          message: 'Database.read and Database.write do not nest: pass on the manager that the outer one gave.',
        },
      ],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Markup is long, and plain.
    files: ['admin/src/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 95, skipBlankLines: true, skipComments: true }] },
  },
  {
    // The values of react-admin's filters and forms are `any`, and those of records of any kind `unknown`.
    files: ['admin/src/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
    },
  },
  {
    // A lookup that finds nothing must not end up as a gap in the document.
    files: ['src/outlets/openapi/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'error' },
  },
  {
    files: ['src/commands/cli/**/*.ts', 'tools/**/*.ts', 'scripts/**/*.js', 'bench/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts', '**/*.e2e-spec.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    files: ['**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
  {
    files: ['src/outlets/web/script/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['document', 'location', 'history', 'navigator', 'addEventListener', 'FormData', 'DOMParser', 'CSS'],
          ...[
            'AbortController',
            'HTMLImageElement',
            'ResizeObserver',
            'parent',
            'self',
            'sessionStorage',
            'URLSearchParams',
          ],
          // The files are sent as one; calendar.js and search.js have them.
          ...['memory', 'suggestBelow'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
