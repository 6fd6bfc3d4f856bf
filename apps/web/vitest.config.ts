import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { configPath, linguiMacro } from './build/lingui-macro.ts'

export default defineConfig({
  plugins: [linguiMacro(), lingui({ configPath }), react()],
  resolve: { conditions: ['fettle-source'] },
  ssr: { resolve: { conditions: ['fettle-source'] }, noExternal: [/@fettle/] },
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:4310/' } },
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    // Same timeout as all suites, see the root configuration.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
