import { useEffect } from 'react'
import { t } from '@lingui/core/macro'
import { chatToast } from '../../alerts/chat-toast.ts'
import { RemindSlot } from '../../saved/remind-slot.tsx'
import type { AddPanelProps } from '../tools/tools.types.ts'

/** Sets a reminder for the last message of this conversation. */
export default function RemindPanel({ tools, onClose }: AddPanelProps) {
  const last = tools.target.store.getSnapshot().messages.findLast(({ seq, kind }) => seq !== null && kind !== 'deleted')
  useEffect(() => {
    if (last) return
    chatToast.error(t`There's nothing to be reminded of yet.`)
    onClose()
  }, [last, onClose])
  if (!last) return null
  return <RemindSlot message={{ cid: last.cid, id: last.id, text: last.text }} onClose={onClose} />
}
