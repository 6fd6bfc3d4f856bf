// Floor of the inbox: bare socket.io and one committed INSERT per notification. No counts, preferences or merging.
import { createServer } from 'node:http'
import pg from 'pg'
import { Server } from 'socket.io'
import { answerParent } from '../lib/answer-parent.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(`create table if not exists floor_notifications (
  id bigint generated always as identity primary key, subscriber text not null, body text not null, at timestamptz not null)`)

const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false })
io.on('connection', (socket) => void socket.join(String(socket.handshake.query['subscriber'])))
process.on('message', (question: { trigger?: string; number?: number }) => {
  const { trigger: subscriber, number } = question
  if (subscriber !== undefined) void notifySubscriber(subscriber, `Leaking tap in Lekki, Wed 4 Mar at 14:00. ${number}`)
})

async function notifySubscriber(subscriber: string, body: string): Promise<void> {
  await pool.query({
    name: 'insert',
    text: 'insert into floor_notifications (subscriber, body, at) values ($1, $2, $3)',
    values: [subscriber, body, new Date()],
  })
  io.to(subscriber).emit('notification_received', { message: { subject: 'New booking request', content: body } })
  io.to(subscriber).emit('unread_count_changed', { counts: { total: 1 }, unreadCount: 1, hasMore: false })
}

http.listen(0, '127.0.0.1', () => answerParent(http.address()))
