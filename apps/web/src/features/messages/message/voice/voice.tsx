import type { Attachment, FileAddress } from '@fettle/protocol/chat/messages/attachments'
import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { chat } from '../../connection/chat.ts'
import { stopPlaying, VoicePlayer } from './voice-player.tsx'

export interface VoiceProps {
  file: Attachment
  cid: string
  address: FileAddress | undefined
  /** Name of the sender; empty for oneself. */
  by: string
  tabIndex: 0 | -1
}

/** Voice message in its bubble. */
export default function Voice({ file, cid, address, by, tabIndex }: VoiceProps) {
  useEffect(() => stopWithConversation(cid), [cid])
  return (
    <VoicePlayer
      id={file.id}
      url={address?.url}
      durationMs={file.durationMs ?? 0}
      waveform={file.waveform ?? none}
      tabIndex={tabIndex}
      label={by === '' ? t`Your voice message` : t`Voice message from ${by}`}
    />
  )
}

const none: readonly number[] = []
const watchedCids = new Set<string>()

/** Stops playback when the conversation is left, since nothing on screen could stop it. */
function stopWithConversation(cid: string): void {
  if (watchedCids.has(cid)) return
  watchedCids.add(cid)
  const store = chat.channel(cid)
  store.subscribe(() => {
    if (store.getSnapshot().status === 'closed') stopPlaying()
  })
}
