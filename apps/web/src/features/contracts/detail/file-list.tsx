import { t } from '@lingui/core/macro'
import { Paperclip, X } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { Progress } from '../../../ui/forms/file-drop.tsx'
import type { ContractFiles } from '../use-files.ts'

/** Attachments, each with a button to remove it. */
export function FileList({
  ids,
  files,
  onRemove,
}: {
  ids: readonly string[]
  files: ContractFiles
  onRemove: (id: string) => void
}) {
  return (
    <>
      {ids.length > 0 && (
        <ul className="grid gap-2">
          {ids.map((id, index) => {
            const file = files.find(id)
            const number = index + 1
            const name = file?.name ?? t`File ${number}`
            return (
              <li key={id} className="flex items-center gap-3">
                {file?.mime.startsWith('image/') ? (
                  <img
                    src={file.url}
                    alt=""
                    className="size-12 shrink-0 rounded-control border border-line object-cover"
                  />
                ) : (
                  <Paperclip size={18} aria-hidden="true" className="shrink-0 text-text-muted" />
                )}
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {name}
                </span>
                <IconButton
                  label={t`Remove ${name}`}
                  icon={<X size={18} />}
                  onClick={({ currentTarget }) => {
                    focusBeside(currentTarget.closest('li'), 'button')
                    onRemove(id)
                  }}
                />
              </li>
            )
          })}
        </ul>
      )}
      {files.progress !== undefined && <Progress value={files.progress} label={t`Uploading`} />}
      {files.error && <FieldError>{files.error}</FieldError>}
    </>
  )
}
