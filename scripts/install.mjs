// Installs missing packages. Does nothing if the installed ones match the lock file.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs `npm ci` unless every package of the lock file is installed. Throws when npm fails. */
export function installMissing(root) {
  if (isInstalled(root)) return
  console.log('Installing packages…')
  try {
    // Includes build tools even with NODE_ENV=production. Uses npm's cache without asking whether it is up to date.
    execFileSync('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
  } catch {
    throw new Error('Installing packages failed. See the npm output above.')
  }
}

/** Compares the lock file with npm's list of installed packages. */
function isInstalled(root) {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    // Optional packages are for certain platforms only.
    if (!path.includes('node_modules/') || optional) return true
    // A workspace package has no version here: what counts is that it can be imported.
    return link ? existsSync(join(root, path)) : installed[path]?.version === version
  })
}
