import WebSocket from 'ws'

/** A connection of the load generator, with the same code and cost for baseline and chat service. */
export interface Client {
  /** Resolves when the message is durable. */
  send(message: Draft): Promise<void>
  /** Called with the text of every delivered message. */
  delivered: (text: string) => void
  close(): void
}

interface Draft {
  id: string
  cid: string
  to: string
  text: string
}

export type Connect = (port: number, userId: string) => Promise<Client>

export const connectToFloor: Connect = async (port, userId) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?user=${userId}`, { perMessageDeflate: false })
  const acks = new Map<number, () => void>()
  let ref = 0
  const client: Client = {
    send: (draft) =>
      new Promise((resolve) => {
        acks.set((ref += 1), resolve)
        socket.send(JSON.stringify({ ref, ...draft }))
      }),
    delivered: () => undefined,
    close: () => socket.terminate(),
  }
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { type: string; ref: number; message: { text: string } }
    if (frame.type === 'ack') settle(acks, frame.ref)
    else client.delivered(frame.message.text)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return client
}

/** Socket.IO 4 over a plain websocket, so that a client library's cost is not measured. */
export const connectToChat =
  (tokenOf: (userId: string) => string): Connect =>
  async (port, userId) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/chat/v1/socket/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
    const acks = new Map<number, () => void>()
    let ref = 0
    const client: Client = {
      send: ({ id, cid, text }) =>
        new Promise((resolve) => {
          acks.set((ref += 1), resolve)
          socket.send(`42${ref}${JSON.stringify(['call', 'messages.send', { cid, message: { id, text } }])}`)
        }),
      delivered: () => undefined,
      close: () => socket.terminate(),
    }
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.on('message', (data: Buffer) => {
        const packet = data.toString()
        if (packet.startsWith('0'))
          socket.send(`40${JSON.stringify({ appKey: 'bench', token: tokenOf(userId), user: { id: userId } })}`)
        else if (packet === '2') socket.send('3')
        else if (packet.startsWith('44')) reject(new Error(packet))
        else if (packet.startsWith('43')) {
          const bracket = packet.indexOf('[')
          const [answer] = JSON.parse(packet.slice(bracket)) as [{ error?: unknown }]
          if (answer.error) throw new Error(packet)
          settle(acks, Number(packet.slice(2, bracket)))
        } else if (packet.startsWith('42')) {
          const [name, frame] = JSON.parse(packet.slice(2)) as [string, { type: string; message: { text: string } }]
          if (name === 'hello') resolve()
          else if (frame.type === 'message.new') client.delivered(frame.message.text)
        }
      })
    })
    return client
  }

function settle(acks: Map<number, () => void>, ref: number): void {
  const resolve = acks.get(ref)
  acks.delete(ref)
  resolve?.()
}
