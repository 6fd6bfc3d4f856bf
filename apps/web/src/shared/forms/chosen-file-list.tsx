import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { focusBeside } from '../../ui/layout/focus-beside.ts'

/** Files chosen for a form that sends them, each to be removed again. */
export function ChosenFileList(props: { files: readonly File[]; onChange: (files: File[]) => void }) {
  const { files, onChange } = props
  return (
    files.length > 0 && (
      <ul className="grid gap-1" aria-label={t`Files`}>
        {files.map((file, index) => (
          <li key={index} className="flex min-h-11 items-center justify-between gap-3">
            <span dir="auto" className="truncate">
              {file.name}
            </span>
            <IconButton
              label={t`Remove ${file.name}`}
              icon={<X size={20} aria-hidden="true" />}
              onClick={({ currentTarget }) => {
                // The rows are told apart by their place: the last one goes, the others show the next file.
                if (index === files.length - 1) focusBeside(currentTarget.closest('li'), 'button')
                onChange(files.filter((each) => each !== file))
              }}
            />
          </li>
        ))}
      </ul>
    )
  )
}
