// Baseline of the chat: a `ws` server that commits one INSERT per message before delivering it, the minimum for
// durability. For lists: bare node:http with the same token check and one indexed query.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'
import { answerParent } from '../chat-load/chat.child.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const secret = process.env['CHAT_SECRET'] ?? ''
const online = new Map<string, WebSocket>()

interface Draft {
  ref: number
  id: string
  cid: string
  to: string
  text: string
}

const http = createServer((request, response) => {
  void list(request.headers.authorization?.slice(7) ?? '', request.url ?? '').then((rows) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(rows))
  })
})
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })

sockets.on('connection', (socket, request) => {
  const userId = new URL(request.url ?? '/', 'http://floor').searchParams.get('user') ?? ''
  online.set(userId, socket)
  socket.on('message', (data: Buffer) => void accept(socket, userId, JSON.parse(data.toString()) as Draft))
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

const queries: Record<string, string> = {
  history: `select m.*, u.name, u.image from chat.messages m left join chat.users u on u.id = m.user_id
            where m.cid = $1 order by m.seq desc limit 30`,
  channels: `select me.*, c.* from chat.members me join chat.channels c on c.cid = me.cid
             where me.user_id = $1 and me.archived_at is null
             order by (me.pinned_at is not null) desc, me.sort_minute desc, c.last_message_at desc, me.cid desc limit 10`,
  unread: `select cid, last_read_seq, unread_count, sum(unread_count) over () as total_unread, count(*) over () as unread_channels
           from chat.members where user_id = $1 and has_unread order by sort_minute desc limit 100`,
}

async function list(token: string, url: string): Promise<unknown[]> {
  const [head, body, sign] = token.split('.')
  if (createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url') !== sign) return []
  const [, name = '', of = ''] = url.split('/')
  const { rows } = await pool.query<object>({ name, text: queries[name] ?? '', values: [decodeURIComponent(of)] })
  return rows
}

await pool.query(`create table if not exists floor_messages (
  seq bigint generated always as identity primary key, id text not null, cid text not null, user_id text not null,
  text text not null, created_at timestamptz not null)`)
http.listen(0, '127.0.0.1', () => answerParent(http.address()))
