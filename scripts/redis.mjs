// Finds a Redis server for the tests, or installs one: the one place that decides.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['redis-server', 'valkey-server']
const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Runs one way to a server; when it fails the next is tried. */
function attempt(command, args) {
  try {
    execFileSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
      // Nothing is to be started by the package: the tests start their own.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  } catch {
    // The next way.
  }
}

/** The path of a usable server: `REDIS_SERVER_PATH`, then what the system has. */
export const findRedis = () => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  const found = folders.filter(Boolean).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [process.env.REDIS_SERVER_PATH, ...found].find((path) => path && existsSync(path))
}

/** The same, after installing one where there is none. Throws with what to do. */
export function ensureRedis() {
  if (!findRedis() && isLinuxRoot && existsSync('/usr/bin/apt-get')) {
    attempt('apt-get', ['update', '-qq'])
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'])
  }
  if (!findRedis() && isLinuxRoot && existsSync('/sbin/apk')) attempt('apk', ['add', '--quiet', 'redis'])
  if (!findRedis() && process.platform === 'darwin') attempt('brew', ['install', '--quiet', 'redis'])
  const path = findRedis()
  if (!path) throw new Error('No Redis server. Install it ("apt-get install redis-server") or set REDIS_SERVER_PATH.')
  return path
}
