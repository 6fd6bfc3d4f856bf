// Finds the system programs tests need, or installs them.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Names of each program, the package that provides it, and the variable that overrides its path. */
const tools = {
  redis: { names: ['redis-server', 'valkey-server'], package: 'redis-server', apk: 'redis', brew: 'redis' },
  pdftotext: { names: ['pdftotext'], package: 'poppler-utils', apk: 'poppler-utils', brew: 'poppler' },
  qpdf: { names: ['qpdf'], package: 'qpdf', apk: 'qpdf', brew: 'qpdf' },
  pgbouncer: { names: ['pgbouncer'], package: 'pgbouncer', apk: 'pgbouncer', brew: 'pgbouncer' },
}

export const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Tries one way to get a program. Returns whether it worked: if not, the next way is tried. */
export function attempt(command, args) {
  try {
    execFileSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 300_000,
      // Packages must not start services: the tests start their own.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
    return true
  } catch {
    return false
  }
}

/** Installs packages of Debian or Ubuntu where this process may. */
export function installDebianPackages(...names) {
  if (!isLinuxRoot || !existsSync('/usr/bin/apt-get')) return
  const install = () => attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
  if (!install() && attempt('apt-get', ['update', '-qq'])) install()
}

const variableOf = (name) => `${name.toUpperCase()}_PATH`

/** Path of a program: from its variable (`REDIS_PATH`), otherwise from the system. */
function findTool(name) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/sbin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ]
  const found = folders.filter(Boolean).flatMap((folder) => tools[name].names.map((file) => join(folder, file)))
  return [process.env[variableOf(name)], ...found].find((path) => path && existsSync(path))
}

/** Paths of all programs, installing missing ones. Throws with what to do. */
export function ensureTools(names) {
  const missing = names.filter((name) => !findTool(name)).map((name) => tools[name])
  if (missing.length > 0) {
    installDebianPackages(...missing.map((tool) => tool.package))
    if (isLinuxRoot && existsSync('/sbin/apk')) attempt('apk', ['add', '--quiet', ...missing.map(({ apk }) => apk)])
    if (process.platform === 'darwin') attempt('brew', ['install', '--quiet', ...missing.map(({ brew }) => brew)])
  }
  return names.map((name) => {
    const path = findTool(name)
    if (!path)
      throw new Error(`${name} is missing. Install the package ${tools[name].package} or set ${variableOf(name)}.`)
    return path
  })
}

/** Programs the suites need beside Node and a browser. */
export const testTools = Object.keys(tools)
