import { HOUR_MS } from '@fettle/protocol/core/durations'
import type { Membership } from '@fettle/protocol/chat/channels/channels'

/** Whether the caller has muted the channel at this time. */
export const isMuted = (membership: Membership | null, now: Date): boolean => {
  const until = membership?.settings.mutedUntil
  return until !== null && until !== undefined && Date.parse(until) > now.getTime()
}

/** Durations for muting a conversation. */
export const mutePresets = ['hour', 'workday', 'always'] as const

export type MutePreset = (typeof mutePresets)[number]

const MUTED_FOREVER_UNTIL = '9999-12-31T23:59:59.000Z'

/** End of a mute that starts now. */
export function mutedUntilOf(preset: MutePreset, now: Date): string {
  if (preset === 'always') return MUTED_FOREVER_UNTIL
  return new Date(now.getTime() + (preset === 'hour' ? 1 : 8) * HOUR_MS).toISOString()
}
