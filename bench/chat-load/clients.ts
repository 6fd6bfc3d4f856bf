import type { ServerFrame } from '@fettle/protocol/chat/connection/socket'
import WebSocket from 'ws'
import { signToken } from '../../apps/server/src/chat/core/token.ts'

export const APP_KEY = 'bench'
export const CHAT_SECRET = 'a fixed chat secret, for benchmarks only'

/** A connection of the load generator, with the same cost for floor and product. */
export interface Client {
  /** Resolves when the message is durable. */
  send(message: Draft): Promise<void>
  /** Reads the newest 30 messages of a channel. */
  history(cid: string): Promise<void>
  /** Reads the first 10 channels. */
  channels(): Promise<void>
  /** Opens a channel, as a person does who looks at it. */
  open(cid: string): Promise<void>
  /** Called with the id of every delivered message. */
  delivered: (messageId: string) => void
  close(): void
}

interface Draft {
  id: string
  cid: string
  to: string
  text: string
}

export type Connect = (port: number, userId: string) => Promise<Client>

/** Calls without an answer yet, by reference. */
function createCalls(send: (ref: number) => (call: object) => void) {
  const waiting = new Map<number, () => void>()
  let last = 0
  return {
    call: (call: object) =>
      new Promise<void>((resolve) => {
        waiting.set((last += 1), resolve)
        send(last)(call)
      }),
    answered(ref: number) {
      waiting.get(ref)?.()
      waiting.delete(ref)
    },
  }
}

export const connectToFloor: Connect = async (port, userId) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?user=${userId}`, { perMessageDeflate: false })
  const { call, answered } = createCalls((ref) => (request) => socket.send(JSON.stringify({ ref, ...request })))
  const client: Client = {
    send: call,
    history: (cid) => call({ list: 'history', of: cid }),
    channels: () => call({ list: 'channels', of: userId }),
    open: async () => undefined,
    delivered: () => undefined,
    close: () => socket.terminate(),
  }
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { ref?: number; message: { id: string } }
    if (frame.ref !== undefined) answered(frame.ref)
    else client.delivered(frame.message.id)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return client
}

export const connectToChat: Connect = async (port, userId) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/chat/v1/socket`, { perMessageDeflate: false })
  const { call: say, answered } = createCalls((ref) => (request) => socket.send(JSON.stringify({ ref, ...request })))
  const call = (name: string, input: object) => say({ call: name, input })
  const client: Client = {
    send: ({ id, cid, text }) => call('messages.send', { cid, message: { id, text } }),
    history: (cid) => call('messages.list', { cid, limit: 30 }),
    channels: () => call('channels.query', { state: true, messageLimit: 1 }),
    open: (cid) => call('channels.get', { cid, watch: true }),
    delivered: () => undefined,
    close: () => socket.terminate(),
  }
  await new Promise<void>((resolve, reject) => {
    const token = signToken({ user_id: userId }, CHAT_SECRET)
    const handshake = { appKey: APP_KEY, token, user: { id: userId } }
    socket.once('error', reject).once('open', () => socket.send(JSON.stringify({ connect: handshake })))
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ServerFrame
      if ('error' in frame) throw new Error(data.toString())
      else if ('ref' in frame) answered(frame.ref)
      else if ('frame' in frame) {
        if (frame.frame.type === 'message.new') client.delivered(frame.frame.message.id)
      } else if ('ping' in frame) socket.send('{"pong":true}')
      else if ('hello' in frame) resolve()
      else reject(new Error(data.toString()))
    })
  })
  return client
}
