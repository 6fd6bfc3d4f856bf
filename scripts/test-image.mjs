// `npm run test:image`: builds the image, starts it as it runs in production and stops it. Not part of `npm test`,
// because it installs every package again. Without a container engine it says so and ends successfully.
// NODE_IMAGE and BASE_IMAGE name base images of your own; BUILD_OPTIONS and RUN_OPTIONS add options.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readOptions } from './read-options.mjs'

const root = dirname(import.meta.dirname)
const { values: options } = readOptions(
  'npm run test:image -- [--port 4319] [--skip-build]',
  { options: { port: { type: 'string', default: '4319' }, 'skip-build': { type: 'boolean', default: false } } },
  ['port'],
)
const MAX_BYTES = 350_000_000
const READY_TIMEOUT_MS = 60_000
const IMAGE = 'localhost/fettle:test'
const name = `fettle-test-${process.pid}`

const tool = ['podman', 'docker'].find((each) => spawnSync(each, ['info'], { stdio: 'ignore' }).status === 0)
if (!tool) {
  console.log('No container engine runs here (podman or docker): the image was not tested.')
  process.exit(0)
}

const run = (args, { quiet = true } = {}) => {
  const { status, stdout, stderr } = spawnSync(tool, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: quiet ? 'pipe' : 'inherit',
  })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} failed: ${stderr ?? `exit code ${status}`}`)
  return stdout?.trim() ?? ''
}
const expect = (isTrue, description) => {
  if (!isTrue) throw new Error(description)
  console.log(`ok  ${description}`)
}

function build() {
  const args = ['NODE_IMAGE', 'BASE_IMAGE'].flatMap((key) =>
    process.env[key] ? ['--build-arg', `${key}=${process.env[key]}`] : [],
  )
  // The format of Docker keeps HEALTHCHECK.
  const format = tool === 'podman' ? ['--format', 'docker'] : []
  const more = process.env.BUILD_OPTIONS?.split(' ') ?? []
  run(['build', ...format, '--file', 'Containerfile', '--tag', IMAGE, ...args, ...more, '.'], { quiet: false })
}

/** Waits until the server answers that it is ready. */
async function waitUntilReady() {
  const until = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${options.port}/health/ready`).catch(() => undefined)
    if (answer?.status === 200) return
    if (run(['inspect', '--format', '{{.State.Running}}', name]) !== 'true' || Date.now() > until)
      throw new Error(`The container does not get ready:\n${run(['logs', name])}`)
    await wait(100)
  }
}

/** The database's socket is outside the container, in a folder that its user may enter. */
async function startDatabase(dataDir) {
  const { tsImport } = await import('tsx/esm/api')
  const { startPostgres } = await tsImport('../packages/local-postgres/src/index.ts', import.meta.url)
  const log = { info() {}, error: console.error }
  return startPostgres({ dataDir, log, temporary: true })
}

if (!options['skip-build']) build()
const dataDir = mkdtempSync(join(tmpdir(), 'fettle-image-'))
const database = await startDatabase(dataDir)
try {
  const [image] = JSON.parse(run(['image', 'inspect', IMAGE]))
  expect(image.Size <= MAX_BYTES, `the image has ${Math.round(image.Size / 1e6)} MB, at most ${MAX_BYTES / 1e6}`)
  expect(image.Config.User === '10001:10001', 'it does not run as root')
  expect(image.Config.Labels['org.opencontainers.image.licenses'] === 'Apache-2.0', 'it has labels')

  const socket = new URL(database.url).searchParams.get('host')
  // The image's user is another than the database's.
  if (socket) for (const path of [dataDir, socket, join(socket, '.s.PGSQL.5432')]) chmodSync(path, 0o777)
  const limits = '--network host --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges'.split(' ')
  const volumes = [`${name}:/data`, ...(socket ? [`${socket}:${socket}`] : [])].flatMap((each) => ['--volume', each])
  const env = [`DATABASE_URL=${database.url}`, `PORT=${options.port}`, 'HOST=127.0.0.1'].flatMap((each) => [
    '--env',
    each,
  ])
  run([
    'run',
    '--detach',
    '--name',
    name,
    ...limits,
    ...volumes,
    ...env,
    ...(process.env.RUN_OPTIONS?.split(' ') ?? []),
    IMAGE,
  ])
  await waitUntilReady()
  expect(true, 'it gets ready with a read-only root file system and without capabilities')
  const [{ Config, HostConfig }] = JSON.parse(run(['inspect', name]))
  expect(HostConfig.ReadonlyRootfs, 'its root file system is read-only')
  run(['exec', name, ...(Config.Healthcheck ?? image.Config.Healthcheck ?? image.Healthcheck).Test.slice(1)])
  expect(true, 'its health check succeeds')
  const page = await fetch(`http://127.0.0.1:${options.port}/login`)
  expect(page.status === 200 && (await page.text()).includes('<html'), 'it serves the web app')
  const parts = JSON.parse(run(['exec', name, 'cat', 'sbom.cdx.json'])).components.map((part) => part.name)
  expect(parts.includes('fastify') && !parts.includes('vitest'), `its bill of materials lists ${parts.length} packages`)
  const keys = run(['exec', name, 'node', 'apps/server/dist/cli/main.js', 'keys', 'list'])
  expect(typeof keys === 'string', 'the commands run in it')

  const started = Date.now()
  run(['kill', '--signal', 'TERM', name])
  const code = run(['wait', name])
  expect(code === '0', `SIGTERM stops it cleanly, in ${((Date.now() - started) / 1000).toFixed(1)} s`)
} finally {
  spawnSync(tool, ['rm', '--force', '--volumes', name], { stdio: 'ignore' })
  spawnSync(tool, ['volume', 'rm', '--force', name], { stdio: 'ignore' })
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
