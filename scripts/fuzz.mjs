// `npm run fuzz -- --requests 100000 --seed 7`: prepares a successful call of every operation and sends changed ones.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { buildChanged } from './build.mjs'
import { fail, readOptions } from './read-options.mjs'

const root = dirname(import.meta.dirname)
const options = {
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: String(Date.now()) },
}
const { values } = readOptions('npm run fuzz -- [--requests 20000] [--seed 7]', { options }, ['requests', 'seed'])
// Unknown addresses are answered with a page of the web app.
await buildChanged(root, ['web app']).catch((error) => fail(error.message))
console.log(`${values.requests} requests with seed ${values.seed}`)
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--retry=0', 'apps/server/testing/fuzz'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
  },
)
process.exitCode = status ?? 1
