import { createMessageId } from '@fettle/chat-client'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { appKey, secret, startTestChat } from '../app/test-chat.ts'
import { buildServer } from '../app/test-process.ts'
import { startRedis } from '../app/test-redis.ts'
import { prepareProcess, sharedSettings } from '../scale/server-process.ts'
import type { ClientsInput, ClientsState } from './rolling.clients.ts'

/**
 * Restarts one of two chat processes with many sockets open, as an update does, and measures how long the sockets are away
 * and how much slower others' messages are meanwhile. `npm run faults -- rolling --kills 2000`: the number of sockets.
 */

const SOCKETS = process.env['FAULTS_TARGET'] === 'rolling' ? Number(process.env['FAULTS_KILLS']) : 0
const MAX_AWAY_MS = 10_000
const MAX_SLOWDOWN = 3
const SEND_INTERVAL_MS = 40
const BASELINE_MS = 10_000
const TIMEOUT_MS = 10 * 60_000

it('a restart moves the sockets without a spike', { timeout: TIMEOUT_MS }, async ({ skip }) => {
  if (SOCKETS === 0) skip('npm run faults -- rolling runs it')
  await buildServer()
  const redis = await startRedis()
  const testChat = await startTestChat({ now: new Date().toISOString(), rateLimits: false })
  const settings = sharedSettings(testChat.database.url)
  const prepare = () =>
    prepareProcess({
      ...settings.env,
      FETTLE_DEMO: 'off',
      FETTLE_ROLES: 'chat',
      REDIS_URL: redis.url,
      CHAT_APP_KEY: appKey,
      CHAT_SECRET: secret,
      CHAT_RATE_LIMIT_FACTOR: '1000',
      SHUTDOWN_DELAY_SECONDS: '2',
    })
  const processes = [await prepare(), await prepare()]
  processes.forEach((each) => each.start())
  await Promise.all(processes.map((each) => each.ready()))
  const balancer = forkScript('./rolling.balancer.ts')
  balancer.send(processes.map(({ url }) => url))
  const [balancerUrl] = (await once(balancer, 'message')) as [string]
  const people = Array.from({ length: SOCKETS }, (_, index) => {
    const id = `user-${index}`
    return { id, token: testChat.chat.signToken(id) }
  })
  for (const { id } of people) await testChat.person(id)
  const clients = forkScript('./rolling.clients.ts')
  clients.send({ url: balancerUrl, appKey, people } satisfies ClientsInput)
  onTestFinished(async () => {
    clients.kill()
    balancer.kill()
    processes.forEach((each) => each.signal('SIGKILL'))
    await testChat.close()
    await redis.kill()
    settings.remove()
  })
  let state: ClientsState = { connected: 0, lost: 0, awayMs: [] }
  clients.on('message', (next) => (state = next as ClientsState))
  await vi.waitFor(() => expect(state.connected).toBe(SOCKETS), { timeout: 120_000, interval: 100 })

  // Other people, on the process that stays.
  const { channel } = await testChat.http('channels.create', { members: ['user-0', 'user-1'] })
  const [leaving, staying] = processes
  const send = async () => {
    const began = performance.now()
    const response = await fetch(`${staying?.url}/chat/v1/channels/${channel.cid}/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-app-key': appKey,
        authorization: `Bearer ${testChat.chat.signToken('user-0')}`,
      },
      body: JSON.stringify({ message: { id: createMessageId(), text: 'Hello' } }),
    })
    expect(response.status).toBeLessThan(300)
    return performance.now() - began
  }
  const measure = async (until: () => boolean) => {
    const times: number[] = []
    while (!until()) {
      times.push(await send())
      await wait(SEND_INTERVAL_MS)
    }
    return percentile(times, 0.99)
  }
  const baselineUntil = performance.now() + BASELINE_MS
  const before = await measure(() => performance.now() > baselineUntil)

  const cpuBefore = cpuMsOf(staying?.pid() ?? 0)
  leaving?.signal('SIGTERM')
  const isOver = () => state.lost > 0 && state.awayMs.length === state.lost && leaving?.isRunning() === false
  const limit = performance.now() + 60_000
  const during = await measure(() => isOver() || performance.now() > limit)
  const { awayMs } = state
  const round = Math.round
  const result = {
    sockets: SOCKETS,
    moved: awayMs.length,
    awayMs: { median: round(percentile(awayMs, 0.5)), most: round(Math.max(...awayMs)) },
    // The machine may be busy with other things: this says what the way back itself costs.
    cpuMsOfEachSocket: round(((cpuMsOf(staying?.pid() ?? 0) - cpuBefore) / Math.max(awayMs.length, 1)) * 10) / 10,
    p99OfOthersMs: { before: round(before), during: round(during), ratio: round((during / before) * 100) / 100 },
  }
  console.log(result)
  expect(state.connected).toBe(SOCKETS)
  expect(result.awayMs.most).toBeLessThan(MAX_AWAY_MS)
  expect(result.p99OfOthersMs.ratio).toBeLessThan(MAX_SLOWDOWN)
})

const forkScript = (file: string) => fork(new URL(file, import.meta.url), { execArgv: ['--import', 'tsx'] })

/** Processor time that a process has used. */
function cpuMsOf(pid: number): number {
  // After the name, which may contain spaces, the 12th and 13th value, in hundredths of a second.
  const values = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(values[11]) + Number(values[12])) * 10
}

const percentile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
