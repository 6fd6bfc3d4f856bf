import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { limits } from '@fettle/protocol/common/limits'
import type { ClientClock } from '../ports.ts'

/** Shows the other users of a channel that this user is typing. */
export interface TypingSignal {
  /** Reports a keystroke: others see typing, sent at most every two seconds, until a pause or sending. */
  keystroke(): void
  stopTyping(): void
}

/** Creates the signal of one channel; `send` sends whether the user is typing. */
export function createTypingSignal(clock: ClientClock, send: (isTyping: boolean) => void): TypingSignal {
  let sentAt = -Infinity
  let cancelStop: (() => void) | undefined

  function stopTyping(): void {
    if (!cancelStop) return
    cancelStop()
    cancelStop = undefined
    sentAt = -Infinity
    send(false)
  }

  return {
    keystroke() {
      const now = clock.now()
      // The device's clock may go back.
      if (now - sentAt >= limits.typingResendMs || now < sentAt) {
        sentAt = now
        send(true)
      }
      cancelStop?.()
      cancelStop = clock.after(chatLimits.typingSilenceMs, stopTyping)
    },
    stopTyping,
  }
}
