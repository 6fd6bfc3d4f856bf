// Measures how long the demo data takes to be complete, in the background of the first start: `npm run bench -- demo-data`, with a data folder and database of its own.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './lib/child.ts'
import { atMost, median, report } from './lib/figures.ts'
import { buildServer, root } from './lib/production-server.ts'

const ROUNDS = 3

/** Seconds until the server answers, and until its demo data is complete. */
async function start(dataDir: string, demo: 'on' | 'off'): Promise<number> {
  const started = performance.now()
  const server = await startChild([join(root, 'apps/server/dist/main.js')], {
    FETTLE_DATA_DIR: dataDir,
    FETTLE_DEMO: demo,
    LOG_LEVEL: 'warn',
  })
  const seconds = (performance.now() - started) / 1000
  await server.stop()
  return seconds
}

const withNewDataDir = async (demo: 'on' | 'off'): Promise<number> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-demo-data-'))
  // The embedded database may run as another user, who needs access.
  chmodSync(dataDir, 0o755)
  try {
    return await start(dataDir, demo)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await buildServer()
const times = { on: [] as number[], off: [] as number[] }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const demo of ['off', 'on'] as const) times[demo].push(await withNewDataDir(demo))
}
const [withDemoData, empty] = [median(times.on), median(times.off)]
console.log(
  `   demo data complete after ${withDemoData.toFixed(1)} s, server without demo ready after ${empty.toFixed(1)} s`,
)
report([atMost('half a year of demo data, seconds', withDemoData - empty, 30, 25)])
