import { chatPollingPath, chatSocketPath } from '@fettle/protocol/chat/connection/socket'
import type { ClientFrame, ServerFrame } from '@fettle/protocol/chat/connection/socket'

/** Carries frames to the service and back. */
export interface FrameSocket {
  send(frame: ClientFrame): void
  close(): void
}

interface FrameSocketEvents {
  received: (frame: ServerFrame) => unknown
  /** It closed, or never opened. */
  closed: () => unknown
}

/** Opens a socket and sends the first frame. */
export type OpenFrameSocket = (origin: string, first: ClientFrame, events: FrameSocketEvents) => FrameSocket

/** The parts of a browser that are used here; this package has no types of the DOM. */
const browser = globalThis as unknown as {
  WebSocket: new (url: string) => WebSocket
  fetch(url: string, init?: object): Promise<{ ok: boolean; json(): Promise<unknown> }>
  AbortController: new () => { signal: { aborted: boolean }; abort(): void }
}

interface WebSocket {
  onopen: () => void
  onmessage: (event: { data: unknown }) => void
  onclose: () => void
  readyState: number
  send(text: string): void
  close(): void
}
const OPEN = 1

export const openWebSocket: OpenFrameSocket = (origin, first, { received, closed }) => {
  const socket = new browser.WebSocket(`${origin.replace(/^http/, 'ws')}${chatSocketPath}`)
  const send = (frame: ClientFrame) => {
    if (socket.readyState === OPEN) socket.send(JSON.stringify(frame))
  }
  socket.onopen = () => send(first)
  socket.onmessage = ({ data }) => received(JSON.parse(String(data)) as ServerFrame)
  socket.onclose = () => closed()
  return { send, close: () => socket.close() }
}

/** Long polling: sends frames with POST, one after the other, and fetches those of the service with GET. */
export const openPolling: OpenFrameSocket = (origin, first, { received, closed }) => {
  const aborting = new browser.AbortController()

  async function request<T>(path: string, frame?: ClientFrame): Promise<T> {
    const post = frame && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(frame),
    }
    const response = await browser.fetch(`${origin}${chatPollingPath}${path}`, { ...post, signal: aborting.signal })
    if (!response.ok) throw new Error('The connection was closed')
    return (await response.json()) as T
  }

  /** Closes the connection, also after a failed request: whether the service received that one is unknown. */
  function close(): void {
    if (aborting.signal.aborted) return
    aborting.abort()
    closed()
  }

  const opening = request<{ id: string }>('', first)
  let lastSent: Promise<unknown> = opening

  async function receive(): Promise<void> {
    const { id } = await opening
    while (!aborting.signal.aborted) for (const frame of await request<ServerFrame[]>(`/${id}`)) received(frame)
  }
  receive().catch(close)

  return {
    send(frame) {
      lastSent = lastSent.then(async () => request(`/${(await opening).id}`, frame)).catch(close)
    },
    close,
  }
}
