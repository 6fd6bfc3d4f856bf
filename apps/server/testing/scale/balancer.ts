import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { isReady } from '../faults/killable-server.ts'

const CHECK_INTERVAL_MS = 250
const CHECK_TIMEOUT_MS = 1_000
/** Failed checks after which a process is left, as in HAProxy: a busy one may miss a check. */
const FALL = 3

/** A load balancer for connections: asks each process for `/health/ready`, and leaves one that is not ready. */
export interface Balancer {
  url: string
  /** Connections that are open at the moment. */
  open(): number
  close(): Promise<void>
}

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const failures = new Map<string, number>()
  const open = new Set<Socket>()
  let turn = 0
  const checking = setInterval(() => {
    for (const url of urls)
      void isReady(url, CHECK_TIMEOUT_MS).then((isUp) => failures.set(url, isUp ? 0 : (failures.get(url) ?? 0) + 1))
  }, CHECK_INTERVAL_MS)

  /** Connects to the next process that accepts. */
  function reach(near: Socket, left: readonly string[]): void {
    const [url, ...others] = left
    if (!url) return void near.destroy()
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    far.once('error', () => (far.bytesRead === 0 && !near.destroyed ? reach(near, others) : near.destroy()))
    far.once('connect', () => {
      near.pipe(far).pipe(near)
      far.on('close', () => near.destroy())
      near.on('close', () => far.destroy())
    })
  }
  const server = createServer((near) => {
    open.add(near)
    near.on('error', () => near.destroy())
    near.on('close', () => open.delete(near))
    const candidates = urls.filter((url) => (failures.get(url) ?? 0) < FALL)
    const from = (turn += 1) % Math.max(candidates.length, 1)
    reach(near, [...candidates.slice(from), ...candidates.slice(0, from)])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => open.size,
    async close() {
      clearInterval(checking)
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
