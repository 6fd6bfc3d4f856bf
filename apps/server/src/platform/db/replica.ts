import type { Logger } from 'pino'
import type { Redis } from '../redis/redis.ts'
import { sql } from './db.ts'
import type { OpenDb } from './open-db.ts'

/**
 * Reads on a replica, which is a little behind. A reader who has just written, or was just signalled to refetch, reads
 * from the primary until the replica has replayed that.
 */
export interface ReplicaReads {
  /** Runs `work` so that its statements outside transactions go to the replica where that is right. */
  read<T>(readerId: string, work: () => Promise<T>): Promise<T>
  /** Records that what `readerId` reads from now on must have all that is committed at this moment. */
  recordWrite(readerId: string): Promise<void>
  /** Seconds that the replica is behind; infinite while it cannot be reached. */
  lagSeconds(): number
  close(): void
}

const CHECK_INTERVAL_MS = 500
/** A replica that is further behind is not read at all. */
const MAX_LAG_MS = 5_000
/** Longer than any lag with which the replica is read. */
const WRITE_POSITION_TTL_SECONDS = 60
const PREFIX = 'fettle:written:'

/** Positions in the write-ahead log as numbers: exact up to 8 PB of log. */
const writtenSql = sql`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as position`
const replayedSql = sql`select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as position`

interface Position {
  position: number
}

/** Without a replica every read goes to the primary. */
export const primaryReads: ReplicaReads = {
  read: (_, work) => work(),
  recordWrite: async () => undefined,
  lagSeconds: () => 0,
  close: () => undefined,
}

/** Reads on the replica. Redis stores for each reader which position of the primary it must have replayed. */
export function createReplicaReads(
  { primary, replica, redis }: { primary: OpenDb; replica: OpenDb; redis: Redis },
  log: Pick<Logger, 'warn' | 'info'>,
): ReplicaReads {
  /** Positions of the primary that the replica has not replayed yet, oldest first. */
  let samples: { at: number; position: number }[] = []
  let replayed = 0
  /** When the primary had what the replica has now. */
  let caughtUpAt = Number.NEGATIVE_INFINITY
  let isUsed = false

  const lagMs = () => performance.now() - caughtUpAt
  async function measure(): Promise<void> {
    const at = performance.now()
    const [primaryPosition, replicaPosition] = await Promise.all([
      primary.one<Position>(writtenSql),
      replica.one<Position>(replayedSql).catch(() => ({ position: 0 })),
    ])
    samples.push({ at, position: primaryPosition.position })
    replayed = replicaPosition.position
    for (const sample of samples) if (sample.position <= replayed) caughtUpAt = sample.at
    samples = samples.filter((sample) => sample.position > replayed).slice(-1_000)
    if (isUsed !== lagMs() < MAX_LAG_MS) {
      isUsed = !isUsed
      if (isUsed) log.info('reading from the replica')
      else log.warn('reading from the primary: the replica is away or too far behind')
    }
  }
  const timer = setInterval(() => void measure().catch(() => undefined), CHECK_INTERVAL_MS)
  timer.unref()

  /** Whether the replica has all that this reader must see. */
  async function hasAllOf(readerId: string): Promise<boolean> {
    if (lagMs() > MAX_LAG_MS || !redis.commands.isReady) return false
    const storedPosition = Number((await redis.commands.get(PREFIX + readerId)) ?? 0)
    if (storedPosition > replayed) replayed = (await replica.one<Position>(replayedSql)).position
    return storedPosition <= replayed
  }

  return {
    async read(readerId, work) {
      const isFresh = await hasAllOf(readerId).catch(() => false)
      return isFresh ? primary.readFrom(replica.pool, work) : work()
    },
    async recordWrite(readerId) {
      try {
        const { position } = await primary.one<Position>(writtenSql)
        await redis.commands.set(PREFIX + readerId, String(position), { EX: WRITE_POSITION_TTL_SECONDS })
      } catch {
        // Nothing is read from the replica while Redis is away.
      }
    },
    lagSeconds: () => lagMs() / 1_000,
    close: () => clearInterval(timer),
  }
}
