import { findRunning } from '@fettle/local-postgres'
import type { Logger } from 'pino'
import { chatTasks, inboxTasks } from '../../platform/jobs/service-tasks.ts'
import { loadConfig, parseEnvironment, type Config } from '../../platform/config.ts'
import { raw, sql, type Tx } from '../../platform/db/db.ts'
import type { OpenDb } from '../../platform/db/open-db.ts'
import { countRunningProcesses } from '../../platform/db/process-lock.ts'
import { StartError } from '../../platform/start-error.ts'
import { read } from '../arguments.ts'
import { UsageError, type CliCommand, type CommandEnvironment } from '../usage.ts'
import { databaseUrlOf, record, withDatabaseAt } from './installation.ts'
import { loadSnapshot } from './load-snapshot.ts'
import { withSnapshot } from './read-snapshot.ts'

export const MOVE_SERVICE_HELP = `Move the chat or the inbox to a database of its own

  move-service chat|inbox URL
      Move its rows and its planned jobs to the empty database at URL. All
      processes must be stopped. The rows are deleted where they were.`

interface Service {
  tasks: readonly string[]
  setting: string
  databaseUrl: (config: Config) => string | undefined
}

/** Services with a schema of their own, which has their name. */
const services: Readonly<Record<string, Service>> = {
  chat: {
    tasks: Object.values(chatTasks),
    setting: 'CHAT_DATABASE_URL',
    databaseUrl: (config) => config.chatDatabaseUrl,
  },
  inbox: {
    tasks: Object.values(inboxTasks),
    setting: 'INBOX_DATABASE_URL',
    databaseUrl: (config) => config.inboxDatabaseUrl,
  },
}

/** `move-service chat|inbox URL`: from the database of the product to an empty one. */
export const moveService: CliCommand<CommandEnvironment> = async (env, args) => {
  const [name = '', url = ''] = read(args, { names: ['chat or inbox', 'the address of the database'] }).positionals
  const service = Object.hasOwn(services, name) ? services[name] : undefined
  if (!service) throw new UsageError(`"${name}" has no database of its own. Name chat or inbox.`)
  const target = parseEnvironment({ DATABASE_URL: url }).DATABASE_URL
  const config = loadConfig({ ...env, LOG_LEVEL: 'error' })
  if (service.databaseUrl(config))
    throw new StartError(
      `${service.setting} is set: the ${name} has its own database already. Move it from there with pg_dump.`,
    )
  if (!config.databaseUrl && findRunning(config.dataDir)) throw running()
  await withDatabaseAt(databaseUrlOf(config), config.dataDir, async (source) => {
    if ((await countRunningProcesses(source)) > 0) throw running()
    const moveTo = async (ownDb: OpenDb, log: Logger) => {
      const tables = await withSnapshot(
        source,
        async (snapshot) => {
          await loadSnapshot(ownDb, snapshot, log)
          return snapshot.tables.map((table) => table.name)
        },
        [name],
      )
      // Until this commits the old rows are there, and the new database can be thrown away.
      await source.transaction(async (tx) => {
        await moveJobs(tx, ownDb, service.tasks)
        await tx.execute(sql`truncate ${raw(tables.join(', '))}`)
      })
    }
    await withDatabaseAt(target, config.dataDir, moveTo, 'the address')
    await record(source, 'installation.moved', { service: name })
  })
  return `All data of the ${name} is in the new database. Set ${service.setting} to its address in every process, then start them.`
}

const running = () => new StartError('The server is running. Stop every process first, so that nothing is lost.')

interface PlannedJob {
  task: string
  payload: unknown
  key: string | null
  queue: string | null
  runAt: Date
  maxAttempts: number
}

/** Takes planned jobs out of one queue and puts them into another. */
async function moveJobs(tx: Tx, to: OpenDb, tasks: readonly string[]): Promise<void> {
  const { planned } = await tx.one<{ planned: number }>(
    sql`select count(*) as planned from graphile_worker.jobs where task_identifier = any(${tasks})`,
  )
  const jobs = await tx.query<PlannedJob>(sql`
    select j.task_identifier as task, done.payload, j.key, j.queue_name as queue, j.run_at as "runAt",
      j.max_attempts::int as "maxAttempts"
    from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = any(${tasks}))) as done
    join graphile_worker.jobs j on j.id = done.id`)
  if (jobs.length !== planned)
    throw new StartError('A job was running when its process died. Start the server, stop it, and try again.')
  await to.transaction(async (target) => {
    for (const { task, payload, key, queue, runAt, maxAttempts } of jobs)
      await target.execute(sql`
        select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, queue_name := ${queue},
          run_at := ${runAt}, max_attempts := ${maxAttempts}::int, job_key := ${key})`)
  })
}
