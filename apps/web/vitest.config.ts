import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { configPath, linguiMacro } from './build/lingui-macro.ts'

/** Settings the two projects of the web app share; the root configuration has their files. */
export default defineConfig({
  plugins: [linguiMacro(), lingui({ configPath }), react()],
  ssr: { noExternal: [/@fettle/] },
  // The environment of isolated tests: packages are imported as they are installed.
  environments: { __vitest_vm__: { optimizeDeps: { noDiscovery: true, include: [] } } },
  test: {
    root: import.meta.dirname,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:4310/' } },
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    // Same timeouts and retry as all suites, see the root configuration.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 1,
  },
})
