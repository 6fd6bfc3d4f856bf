import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { chatToast } from '../alerts/chat-toast.ts'
import type { AddPanelProps } from '../composer/composer-tools.ts'
import { RemindDialog } from './remind-dialog.tsx'

/** Sets a reminder for the last message of this conversation. */
export function RemindPanel({ tools, onClose }: AddPanelProps) {
  const last = tools.target.store.getSnapshot().messages.findLast(({ seq, kind }) => seq !== null && kind !== 'deleted')
  useEffect(() => {
    if (last) return
    chatToast.error(t`There's nothing to be reminded of yet.`)
    onClose()
  }, [last, onClose])
  if (!last) return null
  return <RemindDialog message={{ cid: last.cid, id: last.id, text: last.text }} onClose={onClose} />
}
