import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { SharedPhoto } from '../../../lib/offline/shared-photos.ts'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'

/** Shared photos, each with a button to remove it. */
export function PhotosStrip({ photos, onRemove }: { photos: readonly SharedPhoto[]; onRemove: (id: string) => void }) {
  return (
    <ul aria-label={t`Photos`} className="grid grid-cols-3 gap-2 sm:grid-cols-4">
      {photos.map((photo, at) => (
        <li key={photo.id} className="relative">
          <Picture file={photo.file} label={t`Photo ${at + 1}`} />
          <button
            type="button"
            aria-label={t`Remove photo ${at + 1}`}
            onClick={({ currentTarget }) => {
              const row = currentTarget.closest('li')
              if (photos.length > 1) focusBeside(row, 'button')
              // Without photos, the form below goes too.
              else if (row?.contains(document.activeElement)) document.getElementById('main')?.focus()
              onRemove(photo.id)
            }}
            className="absolute end-0 top-0 grid size-11 place-items-center"
          >
            <span className="grid size-7 place-items-center rounded-full bg-text text-surface">
              <X size={16} aria-hidden="true" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Picture({ file, label }: { file: File; label: string }) {
  const src = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(src), [src])
  return <img src={src} alt={label} className="aspect-square w-full rounded-control bg-surface-sunken object-cover" />
}
