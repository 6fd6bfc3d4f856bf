import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverOrigin } from './marketplace.ts'

/** Root of the repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** The web app as a developer runs it, from its sources, with the stories' server behind it. */
export interface DevServer {
  origin: string
  /** Resolves when the process has ended: the next one uses the same cache of dependencies. */
  close(): Promise<void>
}

/** Starts the development server of the web app in a copy of the repository. */
export async function startDevServer(root: string): Promise<DevServer> {
  const vite = spawn(process.execPath, [join(repository, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'apps/web'),
    env: {
      ...process.env,
      // A story that builds with Vite in the same worker leaves `production` here, which omits the pseudo-locale.
      NODE_ENV: 'development',
      FETTLE_API: serverOrigin,
      // Without colours, which would be in the middle of the address.
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ''
    vite.stdout.on('data', (part: Buffer) => {
      output += part.toString()
      const address = /http:\/\/localhost:\d+/.exec(output)?.[0]
      if (address) resolve(address)
    })
    vite.on('exit', () => reject(new Error(`Vite did not start:\n${output}`)))
  })
  const ended = new Promise<void>((resolve) => {
    vite.once('exit', () => resolve())
  })
  const close = async () => {
    vite.kill()
    await ended
  }
  return { origin, close }
}
