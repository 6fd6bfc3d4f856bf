import { limits } from '@fettle/protocol/common/limits'
import type { SendCall } from '../connection/connection.ts'
import { createThrottle } from '../connection/throttle.ts'
import { failureOf } from '../errors.ts'
import type { ClientClock } from '../ports.ts'
import { withReading, type ThreadData } from '../state/thread.ts'

const RETRY_DELAY_MS = 5_000

/** Returns a function that marks everything loaded of a thread as read, at most once a second. */
export function createThreadReadMarker({
  cid,
  parentId,
  call,
  clock,
  get,
  set,
}: {
  cid: string
  parentId: string
  call: SendCall
  clock: ClientClock
  get: () => ThreadData
  set: (data: ThreadData) => void
}): () => void {
  function report(seq: number): void {
    call('threads.read', { cid, messageId: parentId, seq }).then(
      ({ reading }) => set(withReading(get(), reading)),
      (error: unknown) => {
        // After a drop it is reported with the next reply or opening.
        if (failureOf(error)?.retryable) clock.after(RETRY_DELAY_MS, () => report(seq))
      },
    )
  }

  return createThrottle(clock, limits.markReadThrottleMs, () => {
    const { reading, messages, hasNewer } = get()
    const seq = messages.at(-1)?.seq
    if (reading && reading.unreadCount > 0 && !hasNewer && seq !== undefined) report(seq)
  }).ask
}
