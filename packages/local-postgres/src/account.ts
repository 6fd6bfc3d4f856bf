import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { LocalPostgresError } from './error.ts'

/** Account PostgreSQL runs as. Without `uid`: the current user. */
export interface SystemAccount {
  uid?: number
  gid?: number
}

/**
 * Chooses the account. PostgreSQL refuses to run as root; started by root it runs as the owner of existing data,
 * otherwise as `postgres` or `nobody`. The account needs a name, because PostgreSQL looks it up.
 */
export function chooseAccount(base: string): SystemAccount {
  const us = process.getuid?.()
  const owner = statSync(base, { throwIfNoEntry: false })
  if (us === undefined) return {}
  if (us !== 0) {
    if (owner && owner.uid !== us) {
      throw new LocalPostgresError(
        `${base} belongs to ${nameOf(owner.uid)}. Start Fettle as that user, or choose another data folder with FETTLE_DATA_DIR.`,
      )
    }
    return {}
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = readUsers()
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  if (!user)
    throw new LocalPostgresError('The database cannot run as root. Start Fettle as a normal user, or set DATABASE_URL.')
  return { uid: user.uid, gid: user.gid }
}

/** Whether the account may write in `folder`. */
export function canWrite(account: SystemAccount, folder: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$0" && [ -w . ]', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}

const nameOf = (uid: number) => readUsers().find((user) => user.uid === uid)?.name ?? `user ${uid}`
