import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { SendCall } from './connection.ts'
import type { ClientClock, Log } from '../ports.ts'
import type { ChannelData } from '../state/channel.ts'
import { createThrottle } from './throttle.ts'

/** Reports to the service what has reached this device, so that senders see it. */
export interface DeliveryReceipts {
  note(data: ChannelData): void
}

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

  const telling = createThrottle(clock, chatLimits.deliveredThrottle, () => {
    if (!isConnected()) return
    for (const [cid, seq] of pendingSeqs) {
      reportedSeqs.set(cid, seq)
      call('channels.delivered', { cid, seq }).catch((error: unknown) =>
        log.warn('Sending a delivery receipt failed', error),
      )
    }
    pendingSeqs.clear()
  })

  return {
    note({ channel, messages }) {
      const user = me()
      const own = channel.members.find(({ userId }) => userId === user)
      const newest = messages.findLast((message) => message.user?.id !== user)
      const known = Math.max(own?.deliveredSeq ?? 0, reportedSeqs.get(channel.cid) ?? 0)
      if (!own || !newest || newest.seq <= known) return
      pendingSeqs.set(channel.cid, newest.seq)
      telling.ask()
    },
  }
}
