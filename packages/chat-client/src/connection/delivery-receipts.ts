import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { SendCall } from './connection.ts'
import type { ClientClock, Log } from '../ports.ts'
import { failureOf } from '../errors.ts'
import type { ChannelData } from '../state/channel.ts'
import { createThrottle } from './throttle.ts'

/** Reports to the service what has reached this device, so that senders see it. */
export interface DeliveryReceipts {
  /** Reports the newest message of others in a channel, unless it was reported before. */
  update(data: ChannelData): void
  /** Sends what could not be sent before. Called when there is a connection again. */
  resume(): void
  /** Forgets everything, before another user connects. */
  reset(): void
}

const RETRY_DELAY_MS = 5_000

/** Creates the receipts of a client. They are sent together, at most once per interval. */
export function createDeliveryReceipts({
  call,
  clock,
  log,
  me,
  isConnected,
}: {
  call: SendCall
  clock: ClientClock
  log: Log
  me: () => string | undefined
  isConnected: () => boolean
}): DeliveryReceipts {
  const pendingSeqs = new Map<string, number>()
  const reportedSeqs = new Map<string, number>()

  const report = createThrottle(clock, chatLimits.deliveredThrottleMs, () => {
    if (!isConnected()) return
    for (const [cid, seq] of pendingSeqs) {
      reportedSeqs.set(cid, seq)
      call('channels.delivered', { cid, seq }).catch((error: unknown) => failed(cid, seq, error))
    }
    pendingSeqs.clear()
  })

  /** Keeps a receipt that may be accepted later: after a refusal that passes, or with the next connection. */
  function failed(cid: string, seq: number, error: unknown): void {
    log.warn('Sending a delivery receipt failed', error)
    const failure = failureOf(error)
    if ((failure && !failure.retryable) || reportedSeqs.get(cid) !== seq) return
    reportedSeqs.delete(cid)
    pendingSeqs.set(cid, Math.max(seq, pendingSeqs.get(cid) ?? 0))
    if (failure) clock.after(RETRY_DELAY_MS, resume)
  }

  function resume(): void {
    if (pendingSeqs.size > 0) report.ask()
  }

  return {
    update({ channel, messages }) {
      const user = me()
      const ownMember = channel.members.find(({ userId }) => userId === user)
      const newest = messages.findLast((message) => message.user?.id !== user)
      const deliveredSeq = Math.max(ownMember?.deliveredSeq ?? 0, reportedSeqs.get(channel.cid) ?? 0)
      if (!ownMember || !newest || newest.seq <= deliveredSeq) return
      pendingSeqs.set(channel.cid, newest.seq)
      report.ask()
    },
    resume,
    reset() {
      report.cancel()
      pendingSeqs.clear()
      reportedSeqs.clear()
    },
  }
}
