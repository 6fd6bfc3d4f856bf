import { defineConfig } from 'vitest/config'

/**
 * Workspace packages are read from their source, so that tests need no build. Without `module`, which vitest would hand
 * on to Node: some packages keep files for bundlers behind it that Node cannot read.
 */
const conditions = ['source', 'node', 'development|production']
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } }

export default defineConfig({
  test: {
    projects: [
      { ...fromSource, test: { name: 'protocol', include: ['packages/protocol/src/**/*.test.ts'] } },
      { ...fromSource, test: { name: 'chat-client', include: ['packages/chat-client/src/**/*.test.ts'] } },
      {
        ...fromSource,
        test: {
          name: 'server',
          include: ['apps/server/{src,testing}/**/*.test.ts'],
          globalSetup: ['apps/server/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      // The web brings its own: a browser's surroundings and the macros of its translations.
      'apps/web/vitest.config.ts',
    ],
  },
})
