import { DAY_MS } from '@fettle/protocol/core/durations'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../clock.ts'
import { empty, sql, type Db, type Queryable } from '../db/db.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { Ids } from '../ids.ts'
import type { Jobs } from '../jobs/jobs.types.ts'
import { createMailTransport, createSmsTransport } from './transports.ts'
import type { MessageSender, OutgoingMessage, SentMessage } from './outgoing-messages.types.ts'

const SEND_MESSAGE_JOB = 'outgoing-messages.send'
const PURGE_MESSAGES_JOB = 'outgoing-messages.purge'
/** Delays grow from three seconds to six hours: sixteen hours in total. */
const MAX_ATTEMPTS = 12
/** A code is valid for ten minutes, so delivery is retried for four. */
const MAX_ATTEMPTS_WITH_CODE = 6
const LIST_LIMIT = 200
/** Undelivered messages are useless after this time and may contain codes. */
const RETENTION_MS = 7 * DAY_MS

interface OutgoingMessageRow {
  id: string
  channel: OutgoingMessage['channel']
  recipient: string
  subject: string
  text: string
  html: string | null
  code: string | null
  unsubscribe: string | null
  created_at: Date
}

/** Creates the sender of mails and text messages, and registers its jobs: sending, with retries, and purging. */
export function createMessageSender({
  config,
  db,
  jobs,
  clock,
  ids,
}: {
  config: Config
  db: Db
  jobs: Jobs
  clock: Clock
  ids: Ids
}): MessageSender {
  const transports = { EMAIL: createMailTransport(config), SMS: createSmsTransport(config), PUSH: undefined }
  const mustLeave = (channel: OutgoingMessage['channel']) => transports[channel] !== undefined || config.production

  jobs.handle<{ id: string }>(SEND_MESSAGE_JOB, async ({ id }) => {
    const row = await find(db, id)
    // Delivered by an earlier run of this job.
    if (!row) return
    const deliver = transports[row.channel]
    if (!deliver) throw new Error(`No transport for ${row.channel} is configured. Set SMTP_URL or SMS_URL.`)
    await deliver(toMessage(row))
    if (!config.outbox) await db.execute(sql`delete from outgoing_messages where id = ${id}`)
  })

  jobs.repeat(PURGE_MESSAGES_JOB, DAY_MS, async () => {
    const since = new Date(clock.now().getTime() - RETENTION_MS)
    await db.execute(sql`delete from outgoing_messages where created_at < ${since}`)
  })

  return {
    async send(tx, { channel, to, subject, text, html, code, unsubscribe }) {
      const id = ids.next('msg')
      await tx.execute(sql`
        insert into outgoing_messages (id, channel, recipient, subject, text, html, code, unsubscribe, created_at)
        values (${id}, ${channel}, ${to}, ${subject}, ${text}, ${html ?? null}, ${code ?? null},
          ${unsubscribe ?? null}, ${clock.now()})`)
      if (mustLeave(channel)) {
        const maxAttempts = code ? MAX_ATTEMPTS_WITH_CODE : MAX_ATTEMPTS
        await jobs.add(tx, SEND_MESSAGE_JOB, { id }, { key: `${SEND_MESSAGE_JOB}:${id}`, maxAttempts })
      }
    },
    async list(to) {
      const rows = await db.query<OutgoingMessageRow>(sql`
        select id, channel, recipient, subject, text, html, code, unsubscribe, created_at from outgoing_messages
        ${to ? sql`where recipient = ${to}` : empty}
        order by seq desc limit ${LIST_LIMIT}`)
      return rows.map((row) => ({ ...toMessage(row), id: row.id, createdAt: row.created_at.toISOString() }))
    },
  }
}

const find = (db: Queryable, id: string) =>
  db.maybeOne<OutgoingMessageRow>(
    sql`select id, channel, recipient, subject, text, html, code, unsubscribe, created_at from outgoing_messages where id = ${id}`,
  )

const toMessage = (row: OutgoingMessageRow): OutgoingMessage => ({
  channel: row.channel,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  ...(row.html ? { html: row.html } : {}),
  ...(row.code ? { code: row.code } : {}),
  ...(row.unsubscribe ? { unsubscribe: row.unsubscribe } : {}),
})

/** `/dev/outbox` for people and `/dev/outbox.json` for programs. Never in production. */
export function registerOutboxPage(app: FastifyInstance, outbox: MessageSender): void {
  app.get<{ Querystring: { to?: string } }>('/dev/outbox.json', async (request, reply) => {
    const messages = await outbox.list(request.query.to)
    return reply.send(messages)
  })
  app.get('/dev/outbox', async (_, reply) => {
    const messages = await outbox.list()
    return reply.type('text/html; charset=utf-8').send(toPage(messages))
  })
}

function toPage(messages: SentMessage[]): string {
  const items = messages.map(
    (message) => `<article><h2>${escapeHtml(message.subject)}</h2>
<p class="m">${message.channel} to <b>${escapeHtml(message.to)}</b> · <time datetime="${message.createdAt}">${message.createdAt}</time></p>
${message.code ? `<p class="c">${escapeHtml(message.code)}</p>` : ''}<pre>${escapeHtml(message.text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox · Fettle</title><style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;
margin:2rem auto;padding:0 1rem}article{border:1px solid #8886;border-radius:10px;padding:1rem;margin:1rem 0}h2{margin:0;font-size:1.1rem}
.m{margin:.25rem 0;font-size:.9rem}.c{font:700 1.75rem/1.4 ui-monospace,monospace;letter-spacing:.2em;margin:.5rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}</style></head><body><main><h1>Outbox</h1>
<p>Everything sent from this machine, newest first. It exists for development and demos only.</p>
${items.join('') || '<p>Nothing was sent yet.</p>'}</main></body></html>`
}
