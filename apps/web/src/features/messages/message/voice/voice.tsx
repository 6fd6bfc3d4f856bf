import type { Attachment, FileAddress } from '@fettle/protocol/chat/attachments'
import { t } from '@lingui/core/macro'
import { VoicePlayer } from './voice-player.tsx'

/** A voice message in its bubble. */
export default function Voice(props: {
  file: Attachment
  address: FileAddress | undefined
  by: string
  tabIndex: 0 | -1
}) {
  const { file, address, by, tabIndex } = props
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
