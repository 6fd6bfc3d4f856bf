import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

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
        test: { ...timeouts, ...loadedOnce, name: 'i18n', include: ['packages/i18n/**/*.test.ts'] },
      },
      {
        test: { ...timeouts, ...loadedOnce, name: 'protocol', include: ['packages/protocol/src/**/*.test.ts'] },
      },
      {
        test: { ...timeouts, ...loadedOnce, name: 'chat-client', include: ['packages/chat-client/src/**/*.test.ts'] },
      },
      {
        test: {
          ...timeouts,
          ...loadedOnce,
          name: 'marketplace-client',
          include: ['packages/marketplace-client/{src,testing}/**/*.test.ts'],
        },
      },
      {
        test: { ...timeouts, ...loadedOnce, name: 'simulator', include: ['apps/simulator/src/**/*.test.ts'] },
      },
      {
        test: { ...timeouts, ...loadedOnce, name: 'customer-app', include: ['examples/customer-app/src/**/*.test.ts'] },
      },
      {
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
