// Lighthouse on a simulated slow phone: real throttling, the median of three runs in fresh browsers.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildChanged } from '../scripts/build.mjs'
import { installMissing } from '../scripts/install.mjs'
import { startChild } from './lib/child.ts'

/** Required performance score per page; accessibility and best practices must be 100. */
const musts = { '/login': 98, '/register': 98, '/': 95, '/bookings': 95, '/messages': 95 }

// Lighthouse is large and only this benchmark needs it, so it is installed here and not by `npm start` or `npm test`.
installMissing(fileURLToPath(new URL('lighthouse', import.meta.url)))
const { measure } = await import('./lighthouse/lighthouse.mjs')
await buildChanged(fileURLToPath(new URL('..', import.meta.url)))

const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-web-'))
chmodSync(dataDir, 0o755)
const server = await startChild([fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))], {
  FETTLE_DATA_DIR: dataDir,
  FETTLE_DEMO: 'on',
  LOG_LEVEL: 'error',
})
try {
  console.log('page        performance  a11y  best   LCP ms  TBT ms    CLS')
  for (const [path, must] of Object.entries(musts)) {
    const [seen] = await measure(`http://localhost:${server.port}`, [path])
    if (!seen) throw new Error(`${path} was not measured`)
    const met = seen.performance >= must && seen.accessibility === 100 && seen.bestPractices === 100
    const cells = [
      path.padEnd(11),
      `${seen.performance} (≥ ${must})`.padStart(11),
      String(seen.accessibility).padStart(5),
      String(seen.bestPractices).padStart(5),
      seen.lcp.toFixed(0).padStart(8),
      seen.tbt.toFixed(0).padStart(7),
      seen.cls.toFixed(3).padStart(6),
      met ? ' met' : ` NOT MET ${seen.failed.join(' ')}`,
    ]
    console.log(cells.join(' '))
    if (!met) process.exitCode = 1
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
