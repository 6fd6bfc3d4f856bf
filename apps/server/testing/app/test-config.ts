import { loadConfig, type Config } from '../../src/platform/config.ts'

/** A config for tests: quiet, without demo data, on any free port. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  const base = loadConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    FETTLE_DEMO: 'off',
    PUBLIC_URL: 'http://localhost:4310',
    // Without the web app, which may be built or not: reading it takes longer than starting the rest.
    FETTLE_WEB_DIST: 'not-built',
  })
  return Object.freeze({ ...base, ...overrides })
}
