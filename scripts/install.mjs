// Installs what is missing: nothing when the lock file has not changed since the last time.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Runs `npm ci` unless the last one was for this very lock file. Throws when npm fails. */
export function installWhatIsMissing(root) {
  const stamp = join(root, 'node_modules', '.cache', 'fettle', 'installed')
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  // A folder somebody filled with `npm install` is kept: only an absent or outdated one is made anew.
  const npmsOwn = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(npmsOwn) || existsSync(stamp)) {
    console.log('Installing packages…')
    execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, lock)
}
