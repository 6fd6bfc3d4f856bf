// Floor of the chat: a `ws` server that commits one INSERT per message before delivering it, the minimum for
// durability, and answers a page with one indexed query.
import { createServer } from 'node:http'
import pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const online = new Map<string, WebSocket>()

interface Draft {
  ref: number
  id: string
  cid: string
  to: string
  text: string
}

type ListName = keyof typeof queries

interface ListRequest {
  ref: number
  list: ListName
  of: string
}

const queries = {
  history: `select m.*, u.name, u.image from chat.messages m left join chat.users u on u.id = m.user_id
            where m.cid = $1 order by m.seq desc limit 30`,
  channels: `select me.*, c.* from chat.members me join chat.channels c on c.cid = me.cid
             where me.user_id = $1 and me.archived_at is null
             order by (me.pinned_at is not null) desc, me.sort_minute desc, c.last_message_at desc, me.cid desc limit 10`,
}

const http = createServer((_, response) => void response.end())
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })

sockets.on('connection', (socket, request) => {
  const userId = new URL(request.url ?? '/', 'http://floor').searchParams.get('user') ?? ''
  online.set(userId, socket)
  socket.on('message', (data: Buffer) => {
    const call = JSON.parse(data.toString()) as Draft | ListRequest
    void ('list' in call ? list(socket, call) : accept(socket, userId, call))
  })
  socket.on('close', () => online.delete(userId))
})

async function accept(socket: WebSocket, userId: string, { ref, id, cid, to, text }: Draft): Promise<void> {
  const at = new Date()
  const { rows } = await pool.query<{ seq: string }>({
    name: 'insert',
    text: 'insert into floor_messages (id, cid, user_id, text, created_at) values ($1, $2, $3, $4, $5) returning seq',
    values: [id, cid, userId, text, at],
  })
  const message = { id, cid, seq: Number(rows[0]?.seq), user: userId, text, createdAt: at.toISOString() }
  online.get(to)?.send(JSON.stringify({ type: 'message.new', message }))
  socket.send(JSON.stringify({ type: 'ack', ref, message }))
}

async function list(socket: WebSocket, { ref, list: name, of }: ListRequest): Promise<void> {
  const { rows } = await pool.query<object>({ name, text: queries[name], values: [of] })
  socket.send(JSON.stringify({ ref, rows }))
}

await pool.query(`create table if not exists floor_messages (
  seq bigint generated always as identity primary key, id text not null, cid text not null, user_id text not null,
  text text not null, created_at timestamptz not null)`)
http.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
