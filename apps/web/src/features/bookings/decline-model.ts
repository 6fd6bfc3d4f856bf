import type { DeclineReason } from '@fettle/protocol/bookings'

export const MAX_NOTE_LENGTH = 500

export interface DeclineForm {
  reason: DeclineReason | ''
  note: string
}

/** What keeps an answer from being sent: "something else" needs a word of explanation. */
export function declineProblem({ reason, note }: DeclineForm): 'reason' | 'note' | undefined {
  if (reason === '') return 'reason'
  if (note.length > MAX_NOTE_LENGTH || (reason === 'OTHER' && note.trim() === '')) return 'note'
  return undefined
}
