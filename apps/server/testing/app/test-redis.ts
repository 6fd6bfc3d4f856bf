import { spawn, type ChildProcess } from 'node:child_process'
import { ensureTools } from '../../../../scripts/tools.mjs'
import { findFreePort } from './free-port.ts'

/** A real Redis of its own, which a test can kill and restart. */
export interface TestRedis {
  url: string
  /** Kills it, with all its data. */
  kill(): Promise<void>
  /** Restarts it on the same port, empty. */
  start(): Promise<void>
  /** Accepts connections and answers nothing, like a broken network, until it is resumed. */
  freeze(): void
  thaw(): void
}

/** Starts a Redis on a free port; installs one if necessary. */
export async function startRedis(): Promise<TestRedis> {
  const [path = ''] = ensureTools(['redis'])
  const port = await findFreePort()
  let child: ChildProcess | undefined

  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: () =>
      new Promise((resolve, reject) => {
        let output = ''
        const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
        child = spawn(path, settings, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/tmp' })
        child.stdout?.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          if (output.includes('Ready to accept connections')) resolve()
        })
        child.once('error', reject)
        child.once('exit', (code) => reject(new Error(`redis-server exited with ${code}: ${output}`)))
      }),
    async kill() {
      const running = child
      child = undefined
      if (!running || running.exitCode !== null) return
      const gone = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGKILL')
      await gone
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
  process.once('exit', () => child?.kill('SIGKILL'))
  await redis.start()
  return redis
}
