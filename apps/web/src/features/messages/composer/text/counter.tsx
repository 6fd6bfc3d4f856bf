import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { countCharacters } from '@fettle/protocol/chat/messages/text'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useComposerText, type ComposerText } from './composer-text.ts'

const WARN_FROM = chatLimits.messageCharacters * 0.9

export const isTooLong = (text: string): boolean => countCharacters(text) > chatLimits.messageCharacters

/** Character count, shown when the limit is near. */
export function Counter({ writing }: { writing: ComposerText }) {
  const used = useComposerText(writing, (text) => {
    const count = countCharacters(text)
    return count >= WARN_FROM ? count : 0
  })
  if (used === 0) return null
  const tooLong = used > chatLimits.messageCharacters
  return (
    <output
      className={clsx(
        'block pb-1.5 text-end text-sm tabular-nums',
        tooLong ? 'font-semibold text-danger' : 'text-text-muted',
      )}
    >
      {tooLong && <Trans>This message is too long.</Trans>} {used.toLocaleString()}/
      {chatLimits.messageCharacters.toLocaleString()}
    </output>
  )
}
