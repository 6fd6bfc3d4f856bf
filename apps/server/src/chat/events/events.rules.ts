import { chatLimits } from '@fettle/protocol/chat/core/limits'

/** Whether a client at `after` needs a fresh snapshot instead of a replay. */
export function isTooFarBack(after: number, channel: { last_seq: number; pruned_seq: number }): boolean {
  // A client can be ahead after a database was restored from a backup.
  return after > channel.last_seq || after < channel.pruned_seq || channel.last_seq - after > chatLimits.catchUpMax
}
