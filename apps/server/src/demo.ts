import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { startChildProgram } from './child-program.ts'
import { rootDir, type Config } from './platform/config.ts'
import { sql, type Queryable } from './platform/db/db.ts'
import { AppError } from './platform/errors.ts'

/** The demo data of a running server. */
export interface Demo {
  /** Fields of `/health/ready`: whether the data is complete, otherwise the percentage that is there. */
  describe(): { demo: 'filling' | 'ready' | 'failed'; demoPercent?: number }
  /** Starts filling in the background. `onReady` is called when the data is complete. */
  start(databaseUrl: string, onReady: () => void): void
  stop(): Promise<void>
}

/**
 * The demo data is filled by a process of its own, which uses the product on the same database. A failed demo does not
 * stop the product; the next start tries again.
 */
export function createDemo({ origin }: Config, log: Logger): Demo {
  let state: Demo['describe'] = () => ({ demo: 'filling', demoPercent: 0 })
  let program: ReturnType<typeof startChildProgram>
  let isStopping = false
  const line = progressLine()
  return {
    describe: () => state(),
    start(databaseUrl, onReady) {
      const ready = () => {
        state = () => ({ demo: 'ready' })
        onReady()
      }
      program = startChildProgram('apps/demo', { DATABASE_URL: databaseUrl, PUBLIC_URL: origin })
      if (!program) {
        log.info('demo is not built: no demo data will be created')
        return ready()
      }
      const { child } = program
      child.on('message', ({ percent }: { percent: number }) => {
        state = () => ({ demo: 'filling', demoPercent: percent })
        line.show(percent)
      })
      child.on('error', (error) => log.warn({ err: error }, 'starting the demo failed'))
      child.on('exit', (code) => {
        if (isStopping) return
        if (code === 0) {
          line.finish()
          return ready()
        }
        state = () => ({ demo: 'failed' })
        log.error({ exitCode: code }, 'filling the demo data failed')
      })
    },
    async stop() {
      isStopping = true
      await program?.stop()
    },
  }
}

/** Warns where a demo has filled the database: everybody knows the password of its accounts. */
export async function warnOfDemoData(db: Queryable, log: Logger): Promise<void> {
  if (await db.maybeOne(sql`select where to_regclass('demo.fillings') is not null`))
    log.warn('the database has the accounts of a demo, whose password is public: begin with an empty database')
}

/** One line of the terminal that shows the progress; where output is not a terminal, a line per quarter. */
function progressLine(): { show(percent: number): void; finish(): void } {
  const { stdout } = process
  let shownStep: number | undefined
  return {
    show(percent) {
      const step = stdout.isTTY ? percent : percent - (percent % 25)
      if (step === shownStep) return
      shownStep = step
      const text = `  Demo data  ${step} %`
      stdout.write(stdout.isTTY ? `\r${text}` : `${text}\n`)
    },
    finish() {
      if (shownStep !== undefined) stdout.write(`${stdout.isTTY ? '\r' : ''}  Demo data  is complete\n`)
    },
  }
}

/** Serves the pictures of the demo's customers, whose addresses their marketplace names. */
export function serveDemoFaces(http: FastifyInstance): void {
  http.get<{ Params: { name: string } }>('/demo/faces/:name', async ({ params }, reply) => {
    if (!/^[a-z]+\.webp$/.test(params.name)) throw new AppError('NOT_FOUND', { thing: 'page' })
    const picture = await readFile(join(rootDir, 'apps/demo/files/faces', params.name)).catch(() => {
      throw new AppError('NOT_FOUND', { thing: 'page' })
    })
    return reply.header('cache-control', 'public, max-age=86400').type('image/webp').send(picture)
  })
}
