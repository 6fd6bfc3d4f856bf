import type { DeclineReason } from '@fettle/protocol/bookings'

export const MAX_NOTE_LENGTH = 500

export interface DeclineForm {
  reason: DeclineReason | ''
  note: string
}

/** Returns what is missing in a decline form: the reason "other" needs a note. */
export function declineProblem({ reason, note }: DeclineForm): 'reason' | 'note' | undefined {
  if (reason === '') return 'reason'
  if (note.length > MAX_NOTE_LENGTH || (reason === 'OTHER' && note.trim() === '')) return 'note'
  return undefined
}

/** Name of the draft of a decline, which is kept until the answer was sent. */
export const declineDraft = (id: string): string => `decline:${id}`
