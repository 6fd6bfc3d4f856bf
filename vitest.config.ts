import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Reads workspace packages from source, so that tests need no build. The condition has a name of its own, because some
 * packages declare `source` without shipping it. `module` is left out: vitest would pass it on to Node, which cannot read
 * the bundler files some packages have under it.
 */
const conditions = ['fettle-source', 'node', 'development|production']
const fromSource = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // The environment in which vitest runs the global setup.
  environments: { __vitest__: { resolve: { conditions, noExternal: [/^@fettle\//] } } },
}
/**
 * Long enough for a busy machine; hanging tests still fail. A test that fails and then passes, as the suites share the
 * machine with a browser, is marked with its retry in the report, as in the browser suite.
 */
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } }, retry: 1 }
/** Stateless code is loaded once per worker instead of once per file: imports took most of a short file's time. */
const loadedOnce = { pool: 'threads', isolate: false } as const

export default defineConfig({
  test: {
    // One more than there are cores, because many tests wait for the database or another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...fromSource,
        test: { ...timeouts, ...loadedOnce, name: 'i18n', include: ['packages/i18n/**/*.test.ts'] },
      },
      {
        ...fromSource,
        test: { ...timeouts, ...loadedOnce, name: 'protocol', include: ['packages/protocol/src/**/*.test.ts'] },
      },
      {
        ...fromSource,
        test: { ...timeouts, ...loadedOnce, name: 'chat-client', include: ['packages/chat-client/src/**/*.test.ts'] },
      },
      {
        ...fromSource,
        test: {
          ...timeouts,
          ...loadedOnce,
          name: 'marketplace-client',
          include: ['packages/marketplace-client/{src,testing}/**/*.test.ts'],
        },
      },
      {
        ...fromSource,
        test: { ...timeouts, ...loadedOnce, name: 'simulator', include: ['apps/simulator/src/**/*.test.ts'] },
      },
      {
        ...fromSource,
        test: { ...timeouts, ...loadedOnce, name: 'customer-app', include: ['examples/customer-app/src/**/*.test.ts'] },
      },
      {
        ...fromSource,
        test: {
          ...timeouts,
          ...loadedOnce,
          name: 'customer screens',
          environment: 'jsdom',
          setupFiles: ['examples/customer-app/web/testing/back-end.ts'],
          include: ['examples/customer-app/web/**/*.test.tsx'],
        },
      },
      {
        ...fromSource,
        test: {
          ...timeouts,
          ...loadedOnce,
          name: 'server',
          include: ['apps/server/{src,testing}/**/*.test.ts'],
          globalSetup: ['apps/server/testing/app/global-setup.ts'],
          setupFiles: [
            'apps/server/testing/app/cheap-passwords.ts',
            'apps/server/testing/app/property-tests.ts',
            'apps/server/testing/app/websocket.ts',
          ],
        },
      },
      {
        ...fromSource,
        test: {
          ...timeouts,
          ...loadedOnce,
          name: 'demo',
          include: ['apps/demo/testing/*.test.ts'],
          globalSetup: ['apps/server/testing/app/global-setup.ts'],
        },
      },
      // The web app has its own configuration: jsdom and the translation macros.
      {
        extends: './apps/web/vitest.config.ts',
        test: {
          ...loadedOnce,
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
          exclude: ['**/*.isolated.test.{ts,tsx}'],
        },
      },
      {
        extends: './apps/web/vitest.config.ts',
        // Tests that replace modules or run the whole app, and so must not share modules. A context of its own for each
        // takes half the time of a thread or process of its own.
        test: { name: 'web isolated', pool: 'vmThreads', include: ['src/**/*.isolated.test.{ts,tsx}'] },
      },
    ],
  },
})
