import { t } from '@lingui/core/macro'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { chatFileTypes } from './file-source.ts'

/** Chooses files; a phone offers its camera too. */
export function AttachButton({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={t`Attach files`}
        icon={<Paperclip size={20} />}
        onClick={() => input.current?.click()}
        className="rounded-full"
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={chatFileTypes}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
