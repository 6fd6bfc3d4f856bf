import type { ChatErrorName } from '@fettle/protocol/chat/core/errors'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { chatFailure } from '../core/chat-refusal.ts'

/**
 * Answers requests the HTTP parser rejects in the chat's format, if they were for the chat: headers that are too large
 * (code 24). Everything else is left to the server.
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
    // Later listeners find a closed socket.
    socket.destroySoon()
  })
}

function isForChat(packet: Buffer | undefined): boolean {
  const [, path = ''] = packet?.subarray(0, 200).toString('latin1').split(' ', 2) ?? []
  return path.startsWith(`${chatBase}/`)
}
