import { chatLimits } from '@fettle/protocol/chat/core/limits'

/** Whether a client at `after` can be brought up by replaying, or needs a fresh snapshot. */
export function isTooFarBack(after: number, channel: { last_seq: number; pruned_seq: number }): boolean {
  // "Too new" happens when a database was restored from a backup: what the client knows is not ours any more.
  return after > channel.last_seq || after < channel.pruned_seq || channel.last_seq - after > chatLimits.catchUpMax
}
