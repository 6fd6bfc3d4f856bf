// Installs missing packages, and builds the server, the web app and the example of a customer's app, each only when its
// sources have changed.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from './read-options.mjs'

const shared = ['package-lock.json', 'tsconfig.base.json', 'packages']
const targets = [
  {
    name: 'server',
    sources: [
      ...shared,
      'scripts/bundle.mjs',
      'apps/server',
      'apps/demo',
      'apps/simulator',
      'examples/customer-app/src',
    ],
    makes: 'apps/server/dist/main.js',
    command: [process.execPath, 'scripts/bundle.mjs'],
  },
  {
    name: 'customer app',
    sources: [...shared, 'examples/customer-app'],
    makes: 'examples/customer-app/dist/web',
    command: ['npm', 'run', 'build', '--silent', '-w', 'examples/customer-app'],
  },
  {
    name: 'web app',
    sources: [...shared, 'apps/web'],
    makes: 'apps/web/dist',
    command: ['npm', 'run', 'build', '--silent', '-w', 'apps/web'],
  },
]
const ignored = /^(node_modules|dist|coverage|\.cache|.*\.tsbuildinfo|.*\.test\.tsx?)$/

/** Builds outdated targets in parallel. Throws for an unknown target, and with the tool's output when a build fails. */
export async function buildChanged(root, names = targets.map(({ name }) => name)) {
  const unknown = names.find((targetName) => !targets.some(({ name }) => name === targetName))
  if (unknown !== undefined)
    throw new Error(`There is no target "${unknown}". Name one of: ${targets.map(({ name }) => name).join(', ')}.`)
  const stamps = join(root, 'node_modules', '.cache', 'fettle')
  const outdated = targets
    .filter(({ name }) => names.includes(name))
    .map((target) =>
      Object.assign(
        { stamp: join(stamps, `built-${target.name.replace(' ', '-')}`), digest: digestOf(root, target.sources) },
        target,
      ),
    )
    .filter(
      ({ stamp, digest, makes }) =>
        !existsSync(join(root, makes)) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest,
    )
  if (outdated.length === 0) return
  const interrupt = () => {
    running.forEach((child) => child.kill())
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  signals.forEach((signal) => process.on(signal, interrupt))
  console.log(`Building the ${outdated.map(({ name }) => name).join(' and the ')}…`)
  mkdirSync(stamps, { recursive: true })
  const results = await Promise.allSettled(
    outdated.map(async ({ name, command, stamp, digest }) => {
      rmSync(stamp, { force: true })
      await run(name, command, root)
      writeFileSync(stamp, digest)
    }),
  )
  signals.forEach((signal) => process.off(signal, interrupt))
  const failure = results.find(({ status }) => status === 'rejected')
  if (failure) throw failure.reason
}

/** Running builds, to be stopped with this process. */
const running = new Set()

function run(name, [program, ...args], cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    running.add(child)
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => reject(new Error(`Building the ${name} failed: ${error.message}`)))
    child.on('close', (code) => {
      running.delete(child)
      if (code === 0) resolve()
      else reject(new Error(`Building the ${name} failed:\n${Buffer.concat(output).toString().trim()}`))
    })
  })
}

/** Digest of all sources. By content, so that switching branches builds nothing. */
function digestOf(root, sources) {
  const digest = createHash('sha256')
  const add = (path) => digest.update(path).update(readFileSync(join(root, path)))
  const visit = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isFile()) return void add(path)
    for (const entry of readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (ignored.test(entry.name)) continue
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) visit(inner)
      else if (entry.isFile()) add(inner)
    }
  }
  sources.forEach(visit)
  return digest.digest('hex')
}

/**
 * Runs `npm ci` unless every package of the lock file is installed. Throws when npm fails. `dev: false`: to build and run
 * only, without the packages of tests and checks, a fifth of the time of an installation. A clone that has them keeps
 * them.
 */
export function installMissing(root, { dev = true } = {}) {
  const installed = listInstalled(root)
  const withDev = dev || Object.values(installed).some((each) => each.dev)
  if (isInstalled(root, installed, withDev)) return
  console.log('Installing packages…')
  // With `include`, also under NODE_ENV=production. Uses npm's cache without asking whether it is up to date.
  const which = withDev ? '--include=dev' : '--omit=dev'
  try {
    execFileSync('npm', ['ci', which, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
  } catch {
    throw new Error('Installing packages failed. See the npm output above.')
  }
}

/** Installs and builds what is missing. Ends the script with the reason where that fails. */
export async function prepare(root, names, installation) {
  try {
    installMissing(root, installation)
    await buildChanged(root, names)
  } catch (error) {
    fail(error.message)
  }
}

/** npm's list of installed packages, by folder. */
function listInstalled(root) {
  const list = join(root, 'node_modules', '.package-lock.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).packages : {}
}

/** Compares the lock file with the installed packages. */
function isInstalled(root, installed, withDev) {
  const lockedPackages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(lockedPackages).every(([path, { version, optional, link, dev }]) => {
    // Optional packages are for certain platforms only.
    if (!path.includes('node_modules/') || optional || (dev && !withDev)) return true
    // A workspace package has no version here: what counts is that it can be imported.
    return link ? existsSync(join(root, path)) : installed[path]?.version === version
  })
}

// `node scripts/build.mjs` builds without starting: every target, or those it names.
if (process.argv[1] === import.meta.filename) {
  const root = dirname(import.meta.dirname)
  const named = process.argv.slice(2)
  await buildChanged(root, named.length > 0 ? named : undefined).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
