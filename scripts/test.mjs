// `npm test`: checks types, style and dead code, then runs every suite. Ends with the totals: "N passed, N failed".
// `npm run check` is the same with --skip-browser: no browser is needed or installed.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installMissing } from './install.mjs'
import { ensureTools, testTools } from './tools.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const results = join(root, 'test-results')
const { values: options } = parseArgs({ options: { 'skip-browser': { type: 'boolean', default: false } } })

installMissing(root)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0 }

/** Runs a command to its end and shows its output: at once, or together at the end when others run beside it. */
const run = (name, command, args, { env = {}, isAlone = true } = {}) =>
  new Promise((resolve) => {
    const started = Date.now()
    const output = []
    if (isAlone) console.log(`\n── ${name}`)
    const stdio = isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    child.stdout?.on('data', (part) => output.push(part))
    child.stderr?.on('data', (part) => output.push(part))
    child.on('error', () => resolve(1))
    child.on('close', (code) => {
      if (!isAlone) process.stdout.write(`\n── ${name}\n${Buffer.concat(output).toString()}`)
      console.log(
        `── ${name}: ${code === 0 ? 'ok' : `FAILED (${code})`} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
      )
      resolve(code ?? 1)
    })
  })

/** Counts a check as one test. */
async function check(name, command, args, options) {
  const code = await run(name, command, args, options)
  if (code === 0) total.passed += 1
  else total.failed += 1
  return code === 0
}

/** Counts a suite's tests; a suite that fails without a report counts as one failure. */
async function suite(name, report, count, command, args, env) {
  const code = await run(name, command, args, { env })
  const before = total.failed
  try {
    const { passed, failed } = count(JSON.parse(readFileSync(report, 'utf8')))
    total.passed += passed
    total.failed += failed
  } catch {
    console.error(`${name} left no report`)
  }
  if (code !== 0 && total.failed === before) total.failed += 1
}

const vitestReport = join(results, 'vitest.json')
const playwrightReport = join(results, 'playwright.json')
/** Errors the API returned during the tests. */
const refusals = join(results, 'refusals.txt')

const beside = { isAlone: false }
async function checkFiles() {
  await check('format', 'npx', ['oxfmt', '--check', '.'], beside)
  await check('dead code and undeclared dependencies', 'npx', ['knip'], beside)
  await check('licences', process.execPath, ['scripts/licences.mjs'], beside)
}
async function buildWebApp() {
  const isBuilt = await check('build of the web app', 'npm', ['run', 'build', '-w', 'apps/web'], beside)
  if (isBuilt) await check('size budget', process.execPath, ['scripts/budget.mjs'], beside)
  return isBuilt
}
const [isTyped] = await Promise.all([check('types', 'npx', ['tsc', '-b'], beside), checkFiles()])
// Both read the packages' types.
const [isBuilt] = await Promise.all([
  isTyped && buildWebApp(),
  check('lint and import zones', process.execPath, ['scripts/lint.mjs'], beside),
])
try {
  ensureTools(testTools)
} catch (error) {
  // The tests that need it fail with the same message.
  console.error(error.message)
}
await suite(
  'unit and API',
  vitestReport,
  ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  'npx',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  { FETTLE_REFUSALS: refusals },
)
await check('every declared refusal is seen', process.execPath, ['scripts/error-coverage.mjs', refusals])
if (!options['skip-browser'] && isBuilt) {
  await suite(
    'browser',
    playwrightReport,
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
    'npx',
    ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  )
}

console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
