import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockLines, ownerIsAlive, serverPid } from './lock.ts'

export const USER = 'fettle'
export const DATABASE = 'fettle'

/** Connection URL of the embedded database: on a socket in its own folder, or on a local port. */
export function connectionUrl(listenAddress: { folder: string } | { port: number }, password: string): string {
  const credentials = `${USER}:${encodeURIComponent(password)}`
  return 'folder' in listenAddress
    ? `postgres://${credentials}@localhost/${DATABASE}?host=${encodeURIComponent(listenAddress.folder)}`
    : `postgres://${credentials}@127.0.0.1:${listenAddress.port}/${DATABASE}`
}

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
