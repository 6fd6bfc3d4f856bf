import { t } from '@lingui/core/macro'
import { Paperclip, X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { focusBeside } from '../../ui/layout/focus-beside.ts'

interface ChosenFileListProps<Chosen> {
  files: readonly Chosen[]
  onRemove: (file: Chosen) => void
}

/** Files chosen for a form, each to be removed again. */
export const ChosenFileList = <Chosen extends { name: string }>({ files, onRemove }: ChosenFileListProps<Chosen>) =>
  files.length > 0 && (
    <ul className="grid gap-1" aria-label={t`Attached files`}>
      {files.map((file, index) => (
        <li key={index} className="flex items-center gap-2">
          <Paperclip size={18} aria-hidden="true" className="shrink-0 text-text-muted" />
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {file.name}
          </span>
          <IconButton
            label={t`Remove ${file.name}`}
            icon={<X size={18} />}
            onClick={({ currentTarget }) => {
              // The rows are told apart by their place: the last one goes, the others show the next file.
              if (index === files.length - 1) focusBeside(currentTarget.closest('li'), 'button')
              onRemove(file)
            }}
          />
        </li>
      ))}
    </ul>
  )
