import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, SendHorizontal } from 'lucide-react'
import { memo } from 'react'
import { useComposerText, type ComposerText } from './composer-text.ts'
import { isTooLong } from './field.tsx'

interface SendButtonProps {
  composerText: ComposerText
  editing: boolean
  hasFiles: boolean
}

/** Sends the message, or saves the edited one. */
export const SendButton = memo(function SendButton({ composerText, editing, hasFiles }: SendButtonProps) {
  // Text that is only markup counts as empty, but files can be sent without text.
  const off = useComposerText(composerText, (text) => (isEmptyText(text) && (editing || !hasFiles)) || isTooLong(text))
  const label = editing ? t`Save` : t`Send`
  return (
    <button
      type="submit"
      aria-label={label}
      title={label}
      aria-disabled={off}
      // Keep the phone's keyboard open.
      onPointerDown={(event) => event.preventDefault()}
      className={clsx(
        'ms-1 grid size-11 shrink-0 place-items-center rounded-full transition-colors',
        off ? 'bg-surface-hover text-text-muted' : 'bg-accent text-on-accent hover:bg-accent-hover',
      )}
    >
      {editing ? (
        <Check size={20} aria-hidden="true" />
      ) : (
        <SendHorizontal size={20} aria-hidden="true" className="rtl:rotate-180" />
      )}
    </button>
  )
})
