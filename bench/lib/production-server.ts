import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startChild, type Child } from './child.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Compiles the server. Its web app is served as it was built last. */
export function buildServer(): void {
  execFileSync('npx', ['tsc', '-b', 'packages/protocol', 'packages/chat-client', 'apps/server'], {
    cwd: root,
    stdio: 'inherit',
  })
}

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
