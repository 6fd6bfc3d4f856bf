import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockLines, ownerIsAlive, serverPid } from './lock.ts'
import { connectionUrl } from './connection-url.ts'

/** The address of the embedded database while an app runs it; undefined when none does, or its start is not over. */
export function findRunning(dataDir: string): string | undefined {
  const base = join(dataDir, 'postgres')
  const data = join(base, 'data')
  if (!existsSync(data) || serverPid(data) === undefined || !ownerIsAlive(join(base, 'owner.json'))) return undefined
  // The lock file tells the port and the socket's folder by their lines.
  const [, , , port = '', folder = '', , , state = ''] = lockLines(data)
  if (state.trim() !== 'ready') return undefined
  const password = readFileSync(join(base, 'password'), 'utf8').trim()
  return connectionUrl(folder ? { folder } : { port: Number(port) }, password)
}
