// Login against its baseline, the password hash: `npm run bench -- login`, with a server of its own and demo data.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { login } from '@fettle/protocol/accounts/auth'
import { ROLE } from '@fettle/protocol/common/constants'
import { hashPassword, passwordMatches } from '../apps/server/src/modules/auth/passwords/passwords.ts'
import { startChild } from './lib/child.ts'
import { atLeast, atMost, median, report, type Figure } from './lib/figures.ts'

const ROUNDS = 100
const WARM_UP = 10
const DEMO_EMAIL = 'ada@fettle.test'
const PASSWORD = 'fettle-demo-2026'

/** Sequential logins, each next to the bare hash, a wrong password and an unknown account. */
async function bench(): Promise<Figure[]> {
  const root = fileURLToPath(new URL('../', import.meta.url))
  execFileSync('npx', ['tsc', '-b', 'packages/protocol', 'packages/chat-client', 'apps/server', 'apps/demo'], {
    cwd: root,
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-login-'))
  // The embedded database may run as another user, who needs access.
  chmodSync(dataDir, 0o755)
  const server = await startChild([join(root, 'apps/server/dist/main.js')], {
    FETTLE_DATA_DIR: dataDir,
    FETTLE_DEMO: 'on',
    LOG_LEVEL: 'warn',
  })
  try {
    const origin = `http://127.0.0.1:${server.port}`
    while (!(await fetch(`${origin}/health/ready`)).ok) await wait(200)
    const post = async (emailOrPhone: string, password: string, expected: number) => {
      const started = performance.now()
      const response = await fetch(origin + login.path, {
        method: login.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ emailOrPhone, password, role: ROLE }),
      })
      await response.text()
      if (response.status !== expected)
        throw new Error(`Login returned status ${response.status}, expected ${expected}`)
      return performance.now() - started
    }
    const hash = await hashPassword(PASSWORD)
    const times = { hash: [] as number[], right: [] as number[], wrong: [] as number[], unknown: [] as number[] }
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const started = performance.now()
      await passwordMatches(hash, PASSWORD)
      const one = {
        hash: performance.now() - started,
        wrong: await post(DEMO_EMAIL, 'not the password', 401),
        unknown: await post(`${randomUUID()}@example.com`, 'not the password', 401),
        // The correct password is last, because it resets the failures.
        right: await post(DEMO_EMAIL, PASSWORD, 200),
      }
      if (round >= 0) for (const [name, time] of Object.entries(one)) times[name as keyof typeof one].push(time)
    }
    const p50 = {
      hash: median(times.hash),
      right: median(times.right),
      wrong: median(times.wrong),
      unknown: median(times.unknown),
    }
    for (const [name, time] of Object.entries(p50)) console.log(`   ${name.padEnd(8)} p50 ${time.toFixed(1)} ms`)
    return [
      atMost('a login, p50 ÷ the hash alone', p50.right / p50.hash, 2, 1.5),
      atMost('an unknown account, p50 ÷ a wrong password', p50.unknown / p50.wrong, 1.25, 1.1),
      atLeast('the same, from below', p50.unknown / p50.wrong, 0.8, 0.9),
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

report(await bench())
