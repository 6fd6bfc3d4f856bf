import { chatLimits } from '@fettle/protocol/chat/limits'
import type { Call } from './connection.ts'
import type { Clock, Log } from './edges.ts'
import type { ChannelData } from './state/channel.ts'
import { createThrottle } from './throttle.ts'

/** Tells the service what has reached this device, so that senders see it. */
export interface Deliveries {
  note(data: ChannelData): void
}

export function createDeliveries({
  call,
  clock,
  log,
  me,
  isConnected,
}: {
  call: Call
  clock: Clock
  log: Log
  me: () => string | undefined
  isConnected: () => boolean
}): Deliveries {
  const untold = new Map<string, number>()
  const told = new Map<string, number>()

  const telling = createThrottle(clock, chatLimits.deliveredThrottle, () => {
    if (!isConnected()) return
    for (const [cid, seq] of untold) {
      told.set(cid, seq)
      call('channels.delivered', { cid, seq }).catch((error: unknown) =>
        log.warn('A delivery could not be told', error),
      )
    }
    untold.clear()
  })

  return {
    note({ channel, messages }) {
      const user = me()
      const own = channel.members.find(({ userId }) => userId === user)
      const newest = messages.findLast((message) => message.user?.id !== user)
      const known = Math.max(own?.deliveredSeq ?? 0, told.get(channel.cid) ?? 0)
      if (!own || !newest || newest.seq <= known) return
      untold.set(channel.cid, newest.seq)
      telling.ask()
    },
  }
}
