import { startRedis, type TestRedis } from '../app/test-redis.ts'
import { startBalancer, type Balancer } from './balancer.ts'
import { prepareProcess, sharedSettings, type ServerProcess } from './server-process.ts'

/** Processes of an installation that goes on without any one of them, except the inbox, which has one. */
export const processRoles = {
  'web-1': 'web,api',
  'web-2': 'web,api',
  'chat-1': 'chat',
  'chat-2': 'chat',
  inbox: 'inbox',
  'worker-1': 'worker',
  'worker-2': 'worker',
} as const
export type ProcessName = keyof typeof processRoles
export const processNames = Object.keys(processRoles) as ProcessName[]

/** An installation of several processes with a Redis, behind load balancers. */
export interface Installation {
  /** Addresses of the balancers. */
  api: string
  chat: string
  processes: Readonly<Record<ProcessName, ServerProcess>>
  redis: TestRedis
  close(): Promise<void>
}

/**
 * Starts the processes and waits until all are ready. `envOf` adds settings of one process; `root` is that of another
 * release's build.
 */
export async function startInstallation(
  databaseUrl: string,
  {
    env = {},
    envOf = () => ({}),
    root,
  }: { env?: Record<string, string>; envOf?: (name: ProcessName) => Record<string, string>; root?: string } = {},
): Promise<Installation> {
  const redis = await startRedis()
  const settings = sharedSettings(databaseUrl)
  const processes = {} as Record<ProcessName, ServerProcess>
  const balancers: Balancer[] = []
  const balance = async (names: readonly ProcessName[]) => {
    const balancer = await startBalancer(names.map((name) => processes[name].url))
    balancers.push(balancer)
    return balancer.url
  }
  const prepare = async (names: readonly ProcessName[], more: Record<string, string>) => {
    for (const name of names)
      processes[name] = await prepareProcess(
        {
          ...settings.env,
          REDIS_URL: redis.url,
          FETTLE_ROLES: processRoles[name],
          FETTLE_SIMULATOR: 'off',
          DATABASE_POOL_SIZE: '6',
          ...more,
          ...env,
          ...envOf(name),
        },
        root,
      )
    for (const name of names) processes[name].start()
    await Promise.all(names.map((name) => processes[name].ready()))
  }
  await prepare(['chat-1', 'chat-2'], {})
  const chat = await balance(['chat-1', 'chat-2'])
  await prepare(['web-1', 'web-2', 'inbox', 'worker-1', 'worker-2'], { CHAT_URL: chat })
  const api = await balance(['web-1', 'web-2'])
  return {
    api,
    chat,
    processes,
    redis,
    async close() {
      for (const name of processNames) processes[name].signal('SIGCONT')
      for (const name of processNames) processes[name].signal('SIGTERM')
      await Promise.all(processNames.map((name) => processes[name].ended()))
      for (const balancer of balancers) await balancer.close()
      await redis.kill()
      settings.remove()
    },
  }
}
