import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Workspace packages are read from their source, so that tests need no build, under a name of our own: some packages
 * name a source that they do not ship. Without `module`, which vitest would hand
 * on to Node: some packages keep files for bundlers behind it that Node cannot read.
 */
const conditions = ['fettle-source', 'node', 'development|production']
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } }
/** Long enough for a machine that is busy with other things: what hangs is found all the same. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }
/** What keeps nothing between calls is loaded once a worker, not once a file: most of a short file's time was its imports. */
const loadedOnce = { pool: 'threads', isolate: false } as const

export default defineConfig({
  test: {
    // Its own reckoning leaves one core of two to itself.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        ...fromSource,
        test: { ...patience, ...loadedOnce, name: 'protocol', include: ['packages/protocol/src/**/*.test.ts'] },
      },
      {
        ...fromSource,
        test: { ...patience, ...loadedOnce, name: 'chat-client', include: ['packages/chat-client/src/**/*.test.ts'] },
      },
      {
        ...fromSource,
        test: { ...patience, ...loadedOnce, name: 'simulator', include: ['apps/simulator/src/**/*.test.ts'] },
      },
      {
        ...fromSource,
        test: {
          ...patience,
          ...loadedOnce,
          name: 'server',
          include: ['apps/server/{src,testing}/**/*.test.ts'],
          globalSetup: ['apps/server/testing/app/global-setup.ts'],
        },
      },
      // The web brings its own: a browser's surroundings and the macros of its translations.
      'apps/web/vitest.config.ts',
    ],
  },
})
