import { isChatFailure } from '@fettle/protocol/chat/core/errors'
import { chatSocketPath, socketNames, type CallAnswer } from '@fettle/protocol/chat/connection/socket'
import { io } from 'socket.io-client'
import type { Transport } from '../ports.ts'
import { connectionLost } from '../errors.ts'

/** Longer than the service's own timeout of a call. */
const ANSWER_TIMEOUT_MS = 20_000
const OPEN_TIMEOUT_MS = 15_000

/** The real transport: a socket to the chat service, by websocket or long polling. */
export function socketTransport(
  origin: string,
  { transports = ['websocket', 'polling'] }: { transports?: string[] } = {},
): Transport {
  return {
    open(handshake, events) {
      // The client retries itself, see connection.ts.
      const socket = io(origin, {
        path: chatSocketPath,
        transports,
        tryAllTransports: true,
        auth: handshake,
        reconnection: false,
        forceNew: true,
        timeout: OPEN_TIMEOUT_MS,
      })
      let isOver = false
      const over = (error?: { data?: unknown }) => {
        if (isOver) return
        isOver = true
        socket.close()
        events.closed(isChatFailure(error?.data) ? error.data : undefined)
      }
      socket.on(socketNames.hello, events.hello)
      socket.on(socketNames.frame, events.frame)
      socket.on('connect_error', over)
      socket.on('disconnect', () => over())
      // A connection that breaks while opening would otherwise be reported only by the timeout. An error in the last
      // packet is delivered one turn later and must be handled first.
      socket.io.engine.on('close', () => void Promise.resolve().then(() => over()))
      return {
        call: (name, input) =>
          new Promise((resolve, reject) => {
            socket
              .timeout(ANSWER_TIMEOUT_MS)
              .emit(socketNames.call, name, input, (error: unknown, answer: CallAnswer) => {
                if (error) reject(connectionLost())
                else resolve(answer)
              })
          }),
        close: () => {
          isOver = true
          socket.close()
        },
      }
    },
  }
}
