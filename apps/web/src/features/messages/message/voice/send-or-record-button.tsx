import { t } from '@lingui/core/macro'
import { Mic } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { SendButton } from '../../composer/send-button.tsx'
import { useComposerText, type ComposerText } from '../../composer/composer-text.ts'
import { canRecord, holdPress } from './can-record.ts'

/** Microphone button while the composer is empty, send button otherwise. Holding it records until released. */
export const SendOrRecordButton = memo(function SendOrRecord({
  composerText,
  onRecord,
}: {
  composerText: ComposerText
  onRecord: () => void
}) {
  const isEmpty = useComposerText(composerText, (text) => text.trim() === '')
  if (!isEmpty || !canRecord()) return <SendButton composerText={composerText} editing={false} hasFiles={false} />
  return (
    <IconButton
      label={t`Record a voice message`}
      icon={<Mic size={20} />}
      className="ms-1 touch-none rounded-full select-none"
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        // Leave the phone's keyboard as it is.
        event.preventDefault()
        holdPress()
        onRecord()
      }}
      onClick={onRecord}
    />
  )
})
