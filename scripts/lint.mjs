// Runs the linter with import zones computed from the folders, so that new modules are covered at once.
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const folders = (path) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** Files matching `files` may not import what matches `group`. */
const zone = (files, ...rules) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: rules.map(([message, ...group]) => ({ group, message })) }] },
})

const notTheServer = [
  'Server, web app and simulator never import each other.',
  '@fettle/server',
  '@fettle/server/**',
  '**/apps/server/**',
]
const notTheWeb = [
  'Server, web app and simulator never import each other.',
  '@fettle/web',
  '@fettle/web/**',
  '**/apps/web/**',
]
const notTheDemo = ['Product code imports nothing of the demo.', '@fettle/demo', '@fettle/demo/**', '**/apps/demo/**']
const fullZod = ['Schemas are written with zod/mini: the whole of zod is too large for a browser.', 'zod', '!zod/mini']

const moduleNames = folders('apps/server/src/modules')
const modules = moduleNames.map((name) =>
  zone(
    [`apps/server/src/modules/${name}/**/*.ts`],
    [
      'A module imports another only through its index.ts.',
      '../*/*',
      '!../*/index.ts',
      '!../../*.ts',
      // Folders of a module may import each other, except folders named like another module.
      ...folders(`apps/server/src/modules/${name}`).flatMap((part) =>
        moduleNames.includes(part) ? [] : [`!../${part}/*`],
      ),
    ],
    notTheDemo,
    [
      'Chat and inbox are reached through their API, joined in app.ts and register-modules.ts.',
      '**/chat/**',
      '**/inbox/**',
      '!@fettle/protocol/chat/**',
    ],
    notTheWeb,
  ),
)
const services = ['chat', 'inbox'].map((name) =>
  zone(
    [`apps/server/src/${name}/**/*.ts`],
    ['Chat and inbox import the platform and the protocol only.', '**/modules/**', '**/app.ts'],
    notTheWeb,
  ),
)
const featureNames = folders('apps/web/src/features')
const features = featureNames.map((name) => {
  const others = featureNames.flatMap((other) => (other === name ? [] : [`../${other}/**`, `../../${other}/**`]))
  return zone(
    [`apps/web/src/features/${name}/**/*.{ts,tsx}`],
    ['A feature never imports a feature: join them in app/.', ...others, '**/features/**'],
    notTheServer,
    fullZod,
  )
})

const config = {
  jsPlugins: ['./scripts/retired-words.mjs'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest', 'react', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['**/dist/**', '**/node_modules/**', '**/*.d.ts', '.fettle/**'],
  rules: {
    'fettle/retired-words': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/no-process-exit': 'error',
    'import/no-default-export': 'off',
    // Type imports count too: entity types belong in `*.types.ts`.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'react/react-in-jsx-scope': 'off',
    'react/no-array-index-key': 'off',
    'no-console': 'error',
    // Sequential work awaits in loops.
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    // Meant for Express; Fastify awaits its handlers.
    'oxc/no-async-endpoint-handlers': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-module-specifiers': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'oxc/no-map-spread': 'off',
    // Live regions use roles, and drop zones and swipes have keyboard alternatives.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    // Data known only in the browser (all countries, a wider catalogue) is set once after the first render.
    'react/set-state-in-effect': 'off',
    // Effects that react to a navigation list the location without reading it.
    'react/exhaustive-effect-dependencies': 'off',
    'typescript/no-unsafe-enum-comparison': 'off',
    'typescript/unbound-method': 'off',
    'no-unused-vars': [
      'error',
      {
        argsIgnorePattern: '^_',
        varsIgnorePattern: '^_',
        destructuredArrayIgnorePattern: '^_',
        ignoreRestSiblings: true,
      },
    ],
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
    // Error details and path parameters are printed as they are.
    'typescript/no-base-to-string': 'off',
    'promise/always-return': 'off',
    'promise/catch-or-return': 'off',
    'react/jsx-no-constructed-context-values': 'error',
    'react/style-prop-object': 'error',
    // A render prop is called, not rendered as a component.
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
    'vitest/require-to-throw-message': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-conditional-tests': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-standalone-expect': 'off',
    'jest/no-standalone-expect': 'off',
    'jest/no-conditional-expect': 'off',
  },
  overrides: [
    {
      files: ['scripts/**', 'bench/**', '**/main.ts', '**/testing/**', 'e2e/**', 'examples/*/src/**'],
      rules: { 'no-console': 'off', 'unicorn/no-process-exit': 'off' },
    },
    zone(
      ['packages/protocol/src/**/*.ts', 'packages/{chat,marketplace}-client/src/**/*.ts'],
      ['Runs anywhere: neither Node nor the browser.', 'node:*', 'react', 'fastify', 'pg'],
      notTheServer,
      notTheWeb,
      fullZod,
    ),
    zone(
      ['packages/i18n/src/**/*.ts'],
      ['The package i18n knows no product nouns.', '@fettle/**', '**/apps/**', 'react', 'fastify', 'pg'],
    ),
    zone(
      ['packages/local-postgres/src/**/*.ts'],
      ['The embedded PostgreSQL knows nothing of the product.', '@fettle/**', '**/apps/**'],
    ),
    zone(
      ['apps/server/src/platform/**/*.ts'],
      ['The platform knows no product nouns.', '**/modules/**', '**/chat/**', '**/inbox/**', '**/cli/**', '**/app.ts'],
    ),
    zone(
      ['apps/server/src/cli/**/*.ts'],
      ['Commands use modules and the platform.', '**/chat/**', '**/inbox/**', '!@fettle/protocol/chat/**'],
      notTheWeb,
    ),
    ...modules,
    ...services,
    zone(
      ['apps/web/src/ui/**/*.{ts,tsx}'],
      [
        'Components in ui/ know no product nouns.',
        '**/features/**',
        '**/app/**',
        '**/shared/**',
        '**/routing/**',
        '@fettle/protocol/**',
      ],
      notTheServer,
      fullZod,
    ),
    zone(
      ['apps/web/src/shared/**/*.{ts,tsx}'],
      ['Shared parts are used by features, not the other way round.', '**/features/**', '**/app/**'],
      notTheServer,
      fullZod,
    ),
    zone(
      ['apps/web/src/lib/**/*.{ts,tsx}'],
      [
        'Code under lib/ imports nothing above it.',
        '**/features/**',
        '**/app/**',
        '**/shared/**',
        '**/ui/**',
        '**/routing/**',
      ],
      notTheServer,
      fullZod,
    ),
    zone(
      ['apps/web/src/routing/**/*.{ts,tsx}'],
      ['Everything may use routes, so routes load screens by name.', '**/features/**', '**/app/**'],
      notTheServer,
      fullZod,
    ),
    zone(
      ['apps/web/src/worker/**/*.ts'],
      ['The service worker has no screens.', '**/features/**', '**/app/**', '**/shared/**', '**/ui/**'],
      notTheServer,
      fullZod,
    ),
    ...features,
    zone(['apps/simulator/**/*.ts'], notTheServer, notTheWeb),
    zone(
      ['examples/**/*.{ts,tsx}'],
      [
        'An example uses what a marketplace gets: the protocol and the clients.',
        '**/apps/**',
        '@fettle/i18n',
        '@fettle/i18n/**',
      ],
      notTheServer,
      notTheWeb,
      notTheDemo,
    ),
    zone(
      ['apps/demo/**/*.ts'],
      ['The demo composes the product from what @fettle/server exports.', '@fettle/server/**', '**/server/src/**'],
      notTheWeb,
    ),
  ],
}

// Paths in the configuration are relative to its folder, so it is generated at the root and ignored by git.
const file = join(root, '.oxlintrc.json')
writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
const { status } = spawnSync('npx', ['oxlint', '--type-aware', '--deny-warnings', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
