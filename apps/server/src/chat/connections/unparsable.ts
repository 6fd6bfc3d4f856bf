import { chatFailure, type ChatErrorName } from '@fettle/protocol/chat/core/errors'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * What the HTTP parser turns away before there is a request is answered as the chat answers, where it was meant for the
 * chat: headers that are too large (24). Everything else is left to the server.
 */
export function handleUnparsablePackets(server: Server): void {
  server.prependListener('clientError', (error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket) => {
    if (error.code !== 'HPE_HEADER_OVERFLOW' || !isForChat(error.rawPacket) || !socket.writable) return
    const name: ChatErrorName = 'HEADERS_TOO_BIG'
    const body = JSON.stringify(chatFailure(name))
    socket.end(
      `HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
    // Whoever listens after us finds nothing left to do.
    socket.destroySoon()
  })
}

function isForChat(packet: Buffer | undefined): boolean {
  const [, path = ''] = packet?.subarray(0, 200).toString('latin1').split(' ', 2) ?? []
  return path.startsWith(`${chatBase}/`)
}
