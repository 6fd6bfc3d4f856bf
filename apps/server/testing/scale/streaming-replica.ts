import { startPostgres, type EmbeddedPostgres } from '@fettle/local-postgres'
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '../../src/platform/db/db.ts'
import { openDb } from '../../src/platform/db/open-db.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/observability/log.ts'

const log = createLog({ logLevel: 'silent' })

/** A migrated PostgreSQL with a streaming replica of its own. */
export interface ReplicatedPostgres {
  url: string
  replicaUrl: string
  /** Stops applying what the primary sends, like a replica that cannot keep up, until it is resumed. */
  pause(): Promise<void>
  resume(): Promise<void>
  stopReplica(): Promise<void>
  close(): Promise<void>
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-replica-'))
  chmodSync(folder, 0o755)
  const folders = { primary: join(folder, 'primary'), replica: join(folder, 'replica') }
  for (const each of Object.values(folders)) mkdirSync(each)
  const first = await startPostgres({ dataDir: folders.primary, log })
  const db = await openDb(first.url, { poolSize: 2, log })
  await migrate(db.pool, log)
  await db.close()
  await first.stop()

  // A copy of a stopped server is a base backup.
  const base = realpathSync(join(folders.primary, 'postgres'))
  appendFileSync(join(base, 'data/pg_hba.conf'), 'local replication all scram-sha-256\n')
  execFileSync('cp', ['-a', base, join(folders.replica, 'postgres')])
  const { username, password, searchParams } = new URL(first.url)
  const source = `host=${searchParams.get('host')} user=${username} password=${decodeURIComponent(password)}`
  const data = join(folders.replica, 'postgres/data')
  writeFileSync(join(data, 'standby.signal'), '', { mode: 0o644 })
  appendFileSync(join(data, 'postgresql.conf'), `primary_conninfo = '${source}'\n`)

  const primary = await startPostgres({ dataDir: folders.primary, log })
  let replica: EmbeddedPostgres | undefined = await startPostgres({ dataDir: folders.replica, log })
  const onReplica = async (statement: ReturnType<typeof sql>) => {
    const reader = await openDb(replica?.url ?? '', { poolSize: 1, log })
    await reader.execute(statement)
    await reader.close()
  }
  const stopReplica = async () => {
    const stopping = replica
    replica = undefined
    await stopping?.stop()
  }
  return {
    url: primary.url,
    replicaUrl: replica.url,
    pause: () => onReplica(sql`select pg_wal_replay_pause()`),
    resume: () => onReplica(sql`select pg_wal_replay_resume()`),
    stopReplica,
    async close() {
      await stopReplica()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
