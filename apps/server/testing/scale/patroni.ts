import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { rootDir } from '../../src/platform/config.ts'
import { findFreePort } from '../app/free-port.ts'

const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql',
}
const PASSWORD = 'for-tests-only'
const START_TIMEOUT_MS = 120_000
const config = join(rootDir, 'deploy/patroni')

/** Reason why Patroni cannot run here, if there is one: it needs several programs, and root to start it as another user. */
export function whatIsMissing(): string | undefined {
  const missing = Object.entries(programs).filter(([, path]) => !existsSync(path))
  if (missing.length > 0)
    return `${missing.map(([name]) => name).join(', ')} missing: apt-get install patroni python3-etcd etcd-server haproxy postgresql`
  return process.getuid?.() === 0 ? undefined : 'Patroni is started as the user postgres, which needs root'
}

type NodeName = 'node1' | 'node2'
interface Member {
  name: NodeName
  role: 'leader' | 'replica' | 'sync_standby'
  state: string
}

/** Two PostgreSQL nodes under Patroni, with etcd and HAProxy, all on this machine. */
export interface PatroniCluster {
  /** Address of whichever node is the primary. */
  url: string
  /** Address of the other one. */
  replicaUrl: string
  /** Kills the primary: its PostgreSQL, or the node with Patroni. Returns its name. */
  killPrimary(what: 'postgres' | 'node'): Promise<NodeName>
  /** Starts what was killed. */
  revive(node: NodeName): void
  /** Waits until one node leads and the other follows synchronously. */
  whole(): Promise<void>
  close(): Promise<void>
}

export async function startPatroni(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-patroni-'))
  const account = { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(folder, account.uid, account.gid)
  const version = readdirSync(programs.postgres).toSorted((a, b) => Number(b) - Number(a))[0] ?? ''
  const [etcdPort, peerPort, primaryPort, replicaPort] = await freePorts(4)
  const ports = { node1: await freePorts(2), node2: await freePorts(2) }
  const children = new Map<string, ChildProcess>()
  const run = (name: string, program: string, args: string[], env: Record<string, string> = {}) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      ...account,
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    })
    children.set(name, child)
    return child
  }
  const local = (port: number | undefined) => `127.0.0.1:${port}`

  const client = `http://${local(etcdPort)}`
  const peer = `http://${local(peerPort)}`
  const etcd = {
    'data-dir': join(folder, 'etcd'),
    name: 'etcd',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd=${peer}`,
  }
  run(
    'etcd',
    programs.etcd,
    Object.entries(etcd).map(([name, value]) => `--${name}=${value}`),
  )
  const startNode = (name: NodeName) => {
    const [postgres, api] = ports[name]
    run(name, programs.patroni, [join(config, 'patroni.yml')], {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: local(etcdPort),
      PATRONI_RESTAPI_LISTEN: local(api),
      PATRONI_RESTAPI_CONNECT_ADDRESS: local(api),
      PATRONI_POSTGRESQL_LISTEN: local(postgres),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(postgres),
      PATRONI_POSTGRESQL_DATA_DIR: dataOf(name),
      PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
      PATRONI_POSTGRESQL_BIN_DIR: join(programs.postgres, version, 'bin'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PGHOST: folder,
    })
  }
  const dataOf = (name: NodeName) => join(folder, name)
  mkdirSync(join(folder, 'run'))
  startNode('node1')
  startNode('node2')
  run('haproxy', programs.haproxy, ['-f', join(config, 'haproxy.cfg')], {
    BIND: '127.0.0.1',
    PRIMARY_PORT: String(primaryPort),
    REPLICA_PORT: String(replicaPort),
    NODE_1: local(ports.node1[0]),
    NODE_1_API: String(ports.node1[1]),
    NODE_2: local(ports.node2[0]),
    NODE_2_API: String(ports.node2[1]),
  })

  const members = async (): Promise<Member[]> => {
    for (const [, api] of Object.values(ports)) {
      const response = await fetch(`http://${local(api)}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      )
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }
  const cluster: PatroniCluster = {
    url: `postgres://fettle:${PASSWORD}@${local(primaryPort)}/fettle`,
    replicaUrl: `postgres://fettle:${PASSWORD}@${local(replicaPort)}/fettle`,
    async killPrimary(what) {
      const name = (await members()).find(({ role }) => role === 'leader')?.name
      if (!name) throw new Error('The cluster has no primary to kill.')
      if (what === 'node') children.get(name)?.kill('SIGKILL')
      const [pid] = readFileSync(join(dataOf(name), 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      return name
    },
    revive(name) {
      const child = children.get(name)
      if (child?.exitCode !== null || child.signalCode !== null) startNode(name)
    },
    async whole() {
      const until = Date.now() + START_TIMEOUT_MS
      while (Date.now() < until) {
        const roles = (await members()).map(({ role }) => role).toSorted()
        if (roles.join() === 'leader,sync_standby') return
        await wait(200)
      }
      const ends = ['node1', 'node2'].map((name) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2_000))
      throw new Error(`The cluster is not whole: ${JSON.stringify(await members())}\n${ends.join('\n\n')}`)
    },
    async close() {
      // Patroni stops its PostgreSQL.
      for (const name of ['node1', 'node2', 'haproxy', 'etcd']) {
        const child = children.get(name)
        if (!child || child.exitCode !== null || child.signalCode !== null) continue
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await cluster.whole()
  await createDatabase(`postgres://postgres:${PASSWORD}@${local(primaryPort)}/postgres`)
  return cluster
}

async function createDatabase(url: string): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create role fettle login password '${PASSWORD}'`)
  await admin.query('create database fettle owner fettle')
  await admin.end()
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  return ports
}
