import type { ServerFrame } from '@fettle/protocol/chat/connection/socket'
import type { ChatFrame } from '@fettle/protocol/chat/events'

/** A server frame as text, encoded once for any number of receivers. */
export type EncodedFrame = string

export const encode = (frame: ServerFrame): EncodedFrame => JSON.stringify(frame)

export const encodeFrame = (frame: ChatFrame): EncodedFrame => encode({ frame })
