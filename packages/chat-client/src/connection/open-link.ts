import type { Handshake, Hello } from '@fettle/protocol/chat/connection/connection'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import { connectionLost, refusalError } from '../errors.ts'
import type { Link, Transport } from '../ports.ts'
import { createDeferred } from './deferred.ts'

/** Events of an open link. Nothing follows after it was closed or lost. */
interface OpenLinkEvents {
  hello: (hello: Hello) => void
  frame: (frame: ChatFrame) => void
  /** It closed by itself. `isRestart`: the service restarts. */
  lost: (isRestart: boolean) => void
}

/** A link that is opening, open or closed. */
export interface OpenLink extends Link {
  isOpen(): boolean
  /** Resolves after hello. Rejects when the link closes before it. */
  readonly opened: Promise<void>
}

/** Opens a link. Frames before hello are processed after it: hello is a snapshot, and frames may be newer. */
export function openLink(transport: Transport, handshake: Handshake, events: OpenLinkEvents): OpenLink {
  let state: 'opening' | 'open' | 'closed' = 'opening'
  const earlyFrames: ChatFrame[] = []
  const opening = createDeferred()

  const link = transport.open(handshake, {
    hello(hello) {
      if (state === 'closed') return
      state = 'open'
      events.hello(hello)
      for (const frame of earlyFrames.splice(0)) events.frame(frame)
      opening.resolve()
    },
    frame(frame) {
      if (state === 'open') events.frame(frame)
      else if (state === 'opening') earlyFrames.push(frame)
    },
    closed(failure, isRestart = false) {
      const wasOpen = state === 'open'
      state = 'closed'
      opening.reject(errorOf(failure))
      if (wasOpen) events.lost(isRestart)
    },
  })

  return {
    isOpen: () => state === 'open',
    opened: opening.promise,
    call: (name, input) => link.call(name, input),
    close() {
      state = 'closed'
      link.close()
    },
  }
}

const errorOf = (failure: ChatFailure | undefined) => (failure ? refusalError(failure) : connectionLost())
