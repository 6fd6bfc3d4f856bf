import type { CallAnswer, ServerFrame } from '@fettle/protocol/chat/connection/socket'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import { limits } from '@fettle/protocol/common/limits'
import { connectionLost } from '../errors.ts'
import { systemClock, type Transport } from '../ports.ts'
import { openPolling, openWebSocket, type FrameSocket } from './frame-sockets.ts'

/** Longer than the service's own timeout of a call. */
const ANSWER_TIMEOUT_MS = 20_000
const OPEN_TIMEOUT_MS = 15_000

const openers = { websocket: openWebSocket, polling: openPolling } as const

/** The real transport: a WebSocket to the chat service, or long polling where there can be none. */
export function socketTransport(
  origin: string,
  { transports = ['websocket', 'polling'] }: { transports?: readonly (keyof typeof openers)[] } = {},
): Transport {
  return {
    open(handshake, events) {
      const untried = [...transports]
      const pending = new Map<number, (answer: CallAnswer | undefined) => void>()
      let socket: FrameSocket | undefined
      let hasReceived = false
      let isClosed = false
      let lastRef = 0
      let stopWaiting = () => {}

      /** The connection is dead if no frame arrives in this time. */
      function expectFrame(milliseconds: number): void {
        stopWaiting()
        stopWaiting = systemClock.after(milliseconds, lost)
      }

      function closeSocket(): void {
        stopWaiting()
        const open = socket
        // Nothing that it still reports counts.
        socket = undefined
        open?.close()
      }

      function close(): void {
        isClosed = true
        closeSocket()
        for (const settle of pending.values()) settle(undefined)
      }

      function end(failure?: ChatFailure, isRestart = false): void {
        close()
        events.closed(failure, isRestart)
      }

      function lost(): void {
        closeSocket()
        if (hasReceived) end()
        else tryNext()
      }

      function tryNext(): void {
        const name = untried.shift()
        if (!name) return end()
        expectFrame(OPEN_TIMEOUT_MS)
        try {
          const opened: FrameSocket = openers[name](
            origin,
            { connect: handshake },
            {
              received: (frame) => socket === opened && receive(frame),
              closed: () => socket === opened && lost(),
            },
          )
          socket = opened
        } catch {
          // Some browsers throw where their settings or the page's policy forbid WebSockets.
          tryNext()
        }
      }

      function receive(frame: ServerFrame): void {
        hasReceived = true
        expectFrame(limits.chatPingTimeoutMs)
        if ('frame' in frame) events.frame(frame.frame)
        else if ('ref' in frame) pending.get(frame.ref)?.(frame)
        else if ('ping' in frame) socket?.send({ pong: true })
        else if ('hello' in frame) events.hello(frame.hello)
        else if ('refused' in frame) end(frame.refused)
        else if ('restart' in frame) end(undefined, true)
      }

      tryNext()

      return {
        call: (name, input) =>
          new Promise((resolve, reject) => {
            if (isClosed) return reject(connectionLost())
            lastRef += 1
            const ref = lastRef
            const stopTimeout = systemClock.after(ANSWER_TIMEOUT_MS, () => settle(undefined))
            function settle(answer: CallAnswer | undefined): void {
              stopTimeout()
              pending.delete(ref)
              if (answer) resolve(answer)
              else reject(connectionLost())
            }
            pending.set(ref, settle)
            socket?.send({ call: name, ref, input })
          }),
        close,
      }
    },
  }
}
