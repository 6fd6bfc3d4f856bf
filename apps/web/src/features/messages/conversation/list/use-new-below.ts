import type { MessageView } from '@fettle/chat-client'
import { useState } from 'react'

/** Number of messages of others since the user scrolled away from the end. */
export function useNewBelow(messages: readonly MessageView[], atEnd: boolean): number {
  const newest = messages.findLast(({ seq }) => seq !== null)?.seq ?? 0
  const [seen, setSeen] = useState(newest)
  if (atEnd && seen !== newest) setSeen(newest)
  if (atEnd) return 0
  return messages.filter(({ seq, isMine }) => seq !== null && seq > seen && !isMine).length
}
