// `npm test`: checks types, style and dead code, then runs every suite. Ends with what failed and with the totals:
// "N passed, N failed".
// `npm run check` is the same with --skip-browser: no browser is needed or installed.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { installMissing } from './build.mjs'
import { fail, readOptions } from './read-options.mjs'
import { ensureTools, testTools } from './tools.mjs'

const root = dirname(import.meta.dirname)
const results = join(root, 'test-results')
const { values: options } = readOptions('npm test -- [--skip-browser]', {
  options: { 'skip-browser': { type: 'boolean', default: false } },
})

try {
  installMissing(root)
} catch (error) {
  fail(error.message)
}
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
/** What failed, and the first line of each reason: the end of the output repeats it. */
const failed = []
/** Stories that passed, but not at once. */
const flaky = []

/**
 * Runs a command to its end. Its output is shown at once; when other commands run in parallel, it is buffered until
 * `showAfter` resolves or the command ends.
 */
const run = (name, command, args, { env = {}, showAfter } = {}) =>
  new Promise((resolve) => {
    const started = Date.now()
    let buffered = showAfter && []
    const show = (part) => (buffered ? buffered.push(part) : process.stdout.write(part))
    const flush = () => {
      if (!buffered) return
      const parts = buffered
      buffered = undefined
      process.stdout.write(`\n── ${name}\n${Buffer.concat(parts).toString()}`)
    }
    if (showAfter) void showAfter.then(flush)
    else console.log(`\n── ${name}`)
    const stdio = showAfter ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    child.stdout?.on('data', show)
    child.stderr?.on('data', show)
    child.on('error', () => resolve(1))
    child.on('close', (code) => {
      flush()
      console.log(
        `── ${name}: ${code === 0 ? 'ok' : `FAILED (${code})`} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
      )
      resolve(code ?? 1)
    })
  })

/** Counts a check as one test. */
async function check(name, command, args, options) {
  const code = await run(name, command, args, options)
  if (code === 0) passed += 1
  else failed.push(name)
  return code === 0
}

/** Counts a suite's tests; a suite that fails without a report counts as one failure. */
async function suite(name, { report, count, command, args, ...options }) {
  const code = await run(name, command, args, options)
  let failures = []
  try {
    const result = count(JSON.parse(readFileSync(report, 'utf8')))
    passed += result.passed
    failures = result.failures
  } catch {
    console.error(`${name} left no report`)
  }
  if (code !== 0 && failures.length === 0) failures = [name]
  failed.push(...failures)
}

const describeFailure = (file, title, message = '') =>
  `${relative(root, file)}: ${title}\n    ${stripVTControlCharacters(message).trim().split('\n')[0]}`

/** Failed tests of Vitest's report, and files that could not be loaded. */
const failuresOfVitest = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      if (tests.length === 0) return [describeFailure(name, 'was not loaded', message)]
      return tests.map(({ fullName, failureMessages }) => describeFailure(name, fullName, failureMessages[0]))
    })

/** Stories of Playwright's report with this status: 'unexpected' failed in every attempt, 'flaky' passed in a later one. */
const storiesWith = (status, { suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ projectName, results }) => {
        const { errors } = results.findLast(({ status }) => status !== 'passed')
        return describeFailure(join(root, 'e2e', file), `${title} (${projectName})`, errors[0]?.message)
      }),
  ),
  ...suites.flatMap((suite) => storiesWith(status, suite)),
]

const vitestReport = join(results, 'vitest.json')
const playwrightReport = join(results, 'playwright.json')
/** Errors the API returned during the tests. */
const refusals = join(results, 'refusals.txt')

/** Buffers the output to the end, because other commands run in parallel. */
const showAtEnd = { showAfter: new Promise(() => {}) }
async function checkFiles() {
  await check('format', 'npx', ['oxfmt', '--check', '.'], showAtEnd)
  await check('licences', process.execPath, ['scripts/licences.mjs'], showAtEnd)
}
/** The compiler is written in Go and allocates much: with more garbage before each collection it spends less time on it. */
const withCompilerEnv = { ...showAtEnd, env: { GOGC: '400' } }
// Two projects at once with one checker each: several checkers of one project repeat much of each other's work.
const checkTypes = () => check('types', 'npx', ['tsc', '-b', '--checkers', '1', '--builders', '2'], withCompilerEnv)
async function checkCode() {
  // The linter reads types with the compiler.
  await check('lint and import zones', process.execPath, ['scripts/lint.mjs'], withCompilerEnv)
  await check('dead code and undeclared dependencies', 'npx', ['knip'], showAtEnd)
}
/** Builds only what has changed since `npm start` or an earlier run. */
async function buildApps() {
  const build = (target) => check(`build of the ${target}`, process.execPath, ['scripts/build.mjs', target], showAtEnd)
  const isServerBuilt = await build('server')
  const isWebBuilt = await build('web app')
  if (isWebBuilt) await check('size budget', process.execPath, ['scripts/budget.mjs'], showAtEnd)
  await build('customer app')
  return isServerBuilt && isWebBuilt
}
async function testUnits() {
  await suite('unit and API', {
    report: vitestReport,
    count: (result) => ({ passed: result.numPassedTests, failures: failuresOfVitest(result) }),
    command: 'npx',
    args: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    // Test apps allocate much for a short time: with room for it, they spend less of their time collecting garbage.
    env: { FETTLE_REFUSALS: refusals, NODE_OPTIONS: '--max-semi-space-size=64' },
  })
  await check('every declared refusal is seen', process.execPath, ['scripts/error-coverage.mjs', refusals])
}
const testInBrowser = (showAfter) =>
  suite('browser', {
    report: playwrightReport,
    count: (result) => {
      flaky.push(...storiesWith('flaky', result))
      return { passed: result.stats.expected + result.stats.flaky, failures: storiesWith('unexpected', result) }
    },
    command: 'npx',
    args: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    showAfter,
  })

await Promise.all([checkTypes(), checkFiles()])
// The linter reads what the compiler wrote.
const [isBuilt] = await Promise.all([buildApps(), checkCode()])
try {
  ensureTools(testTools)
} catch (error) {
  // The tests that need it fail with the same message.
  console.error(error.message)
}
// Side by side, because the stories in the browser wait for much of their time.
const units = testUnits()
await Promise.all([units, !options['skip-browser'] && isBuilt && testInBrowser(units)])

const list = (heading, names) => {
  if (names.length > 0) console.log(`\n${heading}:\n${names.map((name) => `  ${name}`).join('\n')}`)
}
list('Passed only when tried again', flaky)
list('Failed', failed)
console.log(`\n${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
