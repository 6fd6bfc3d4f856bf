import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockLines, ownerIsAlive, serverPid } from './lock.ts'
import { connectionUrl } from './connection-url.ts'

/** URL of the embedded database while an app runs it. Undefined: none runs, or it is still starting. */
export function findRunning(dataDir: string): string | undefined {
  const base = join(dataDir, 'postgres')
  const data = join(base, 'data')
  if (!existsSync(data) || serverPid(data) === undefined || !ownerIsAlive(join(base, 'owner.json'))) return undefined
  // Lines of the lock file: port and socket folder.
  const [, , , port = '', folder = '', , , state = ''] = lockLines(data)
  if (state.trim() !== 'ready') return undefined
  const password = readFileSync(join(base, 'password'), 'utf8').trim()
  return connectionUrl(folder ? { folder } : { port: Number(port) }, password)
}
