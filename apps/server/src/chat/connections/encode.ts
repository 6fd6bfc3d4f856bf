import type { ChatFrame } from '@fettle/protocol/chat/events'

/** A frame in wire format, encoded once for any number of receivers. */
export interface Encoded {
  /** A Socket.IO event packet, for any transport. */
  packet: string
  /** The same packet as websocket bytes, which Engine.IO writes directly. */
  options: { compress: boolean; wsPreEncodedFrame: Buffer[] }
}

export function encodeFrame(frame: ChatFrame): Encoded {
  const packet = `2${JSON.stringify(['frame', frame])}`
  return { packet, options: { compress: false, wsPreEncodedFrame: [toWebsocketFrame(`4${packet}`)] } }
}

/** An unmasked, final text frame (RFC 6455 §5.2). */
function toWebsocketFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = 0x81
  if (header === 2) frame[1] = length
  else if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeUInt32BE(0, 2)
    frame.writeUInt32BE(length, 6)
  }
  frame.write(text, header)
  return frame
}
