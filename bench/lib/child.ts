import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'

/** A child process that listens on `port` until it is stopped. */
export interface Child {
  port: number
  pid: number
  stop(): Promise<void>
}

/** Starts a program with `PORT` set and waits until it listens, and until its demo data is complete. */
export async function startChild(args: readonly string[], env: Record<string, string>): Promise<Child> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  await waitUntilListening(child, port)
  if (env['FETTLE_DEMO'] === 'on') await waitForDemo(child, port)
  return { port, pid: child.pid ?? 0, stop }
}

async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} exited with ${child.exitCode}`)
    const isThere = await fetch(`http://127.0.0.1:${port}/health/live`).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${child.spawnargs.join(' ')} does not listen`)
}

/** Waits until the demo data, which is created in the background, is complete. */
async function waitForDemo(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const health = (await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json()) as { demo?: string }
    if (health.demo === 'ready') return
    if (health.demo !== 'filling') throw new Error('The demo data is incomplete; the log of the server says why')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
