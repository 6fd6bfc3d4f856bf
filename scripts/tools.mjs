// Finds the system's programs that tests need, or installs them: the one place that decides.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What each program is called, who brings it, and the variable that names another one. */
const tools = {
  redis: { names: ['redis-server', 'valkey-server'], package: 'redis-server', apk: 'redis', brew: 'redis' },
  pdftotext: { names: ['pdftotext'], package: 'poppler-utils', apk: 'poppler-utils', brew: 'poppler' },
  qpdf: { names: ['qpdf'], package: 'qpdf', apk: 'qpdf', brew: 'qpdf' },
}

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Runs one way to a program; when it fails the next is tried. */
function attempt(command, args) {
  try {
    execFileSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
      // Nothing is to be started by a package: the tests start their own.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  } catch {
    // The next way.
  }
}

const variableOf = (name) => `${name.toUpperCase()}_PATH`

/** The path of a program: what its variable names (`REDIS_PATH`), then what the system has. */
export function findTool(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  const found = folders.filter(Boolean).flatMap((folder) => tools[name].names.map((file) => join(folder, file)))
  return [process.env[variableOf(name)], ...found].find((path) => path && existsSync(path))
}

/** The paths of all of them, after installing what is missing. Throws with what to do. */
export function ensureTools(names) {
  const missing = names.filter((name) => !findTool(name)).map((name) => tools[name])
  if (missing.length > 0 && isLinuxRoot && existsSync('/usr/bin/apt-get')) {
    attempt('apt-get', ['update', '-qq'])
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing.map((tool) => tool.package)])
  } else if (missing.length > 0 && isLinuxRoot && existsSync('/sbin/apk')) {
    attempt('apk', ['add', '--quiet', ...missing.map(({ apk }) => apk)])
  } else if (missing.length > 0 && process.platform === 'darwin') {
    attempt('brew', ['install', '--quiet', ...missing.map(({ brew }) => brew)])
  }
  return names.map((name) => {
    const path = findTool(name)
    if (!path)
      throw new Error(`${name} is missing. Install the package ${tools[name].package} or set ${variableOf(name)}.`)
    return path
  })
}

/** What the suites need beside Node and a browser. */
export const testTools = Object.keys(tools)
