import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { signToken } from '../../apps/server/src/chat/core/token.ts'
import { connectToChat, connectToFloor, type Client, type Connect } from './chat.load.ts'

const secret = 'a fixed chat secret, for benchmarks only'
export const tokenOf = (userId: string) => signToken({ user_id: userId }, secret)

/** A server in a process of its own. */
export interface Server {
  child: ChildProcess
  port: number
  connect: Connect
}

interface Usage {
  /** CPU time in microseconds since the start. */
  cpu: number
  /** Bytes. */
  rss: number
}

export const startFloor = (databaseUrl: string) => start('../floors/chat.floor.ts', databaseUrl, connectToFloor)
export const startChat = (databaseUrl: string) => start('./chat.server.ts', databaseUrl, connectToChat(tokenOf))

async function start(file: string, databaseUrl: string, connect: Connect): Promise<Server> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--expose-gc', '--conditions=fettle-source', '--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl, CHAT_SECRET: secret, NODE_ENV: 'production' },
  })
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number }))
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code}`)))
  })
  return { child, port, connect }
}

/** Resource usage of a server after garbage collection. */
export function usage({ child }: Server): Promise<Usage> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as Usage))
    child.send('usage')
  })
}

export function stop({ child }: Server): void {
  child.removeAllListeners('exit')
  child.kill('SIGKILL')
}

/** Opens many connections, a few at a time. */
export async function connectMany({ connect, port }: Server, from: number, count: number): Promise<Client[]> {
  const clients: Client[] = []
  for (let index = 0; index < count; index += 50) {
    const group = Array.from({ length: Math.min(50, count - index) }, (_, offset) =>
      connect(port, `idle-${from + index + offset}`),
    )
    clients.push(...(await Promise.all(group)))
  }
  return clients
}
