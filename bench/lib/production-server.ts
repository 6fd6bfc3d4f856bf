import { fileURLToPath } from 'node:url'
import { buildChanged } from '../../scripts/build.mjs'
import { startChild, type Child } from './child.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Builds the server if its sources have changed. Its web app is served as it was built last. */
export const buildServer = (): Promise<void> => buildChanged(root, ['server'])

/** Starts the built server with every role, as in production, on a database. */
export function startProduction(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  { nodeOptions = [], env = {} }: { nodeOptions?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Child> {
  return startChild([...nodeOptions, `${root}apps/server/dist/main.js`], {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    FETTLE_DATA_DIR: dataDir,
    FETTLE_DEMO: 'off',
    API_CALLS_PER_MINUTE: '1000000',
    ...env,
  })
}
