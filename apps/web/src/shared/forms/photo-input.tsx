import clsx from 'clsx'
import { Camera } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { shrinkImage } from '../../lib/photos/shrink-image.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import { rejectFile } from '../../ui/forms/file-drop.tsx'

/** The types the server stores. */
const SENT = 'image/jpeg,image/png,image/webp'
/** The types that can be chosen: some browsers can convert the photos of iPhones. */
const ACCEPT = `${SENT},image/heic,image/heif`
const MAX_BYTES = 10 * 1024 * 1024
/** Larger than any screen, small enough for a slow connection. */
const MAX_SIDE_PX = 2400

export interface PhotoInputProps {
  children: ReactNode
  multiple?: boolean
  /** Opens the camera at once. Phones then offer no photos that were taken before. */
  fromCamera?: boolean
  /** How many photos there is room for. Valid photos beyond that are left out, which `onTooMany` learns. */
  room?: number
  onTooMany?: () => void
  onPhoto: (file: File) => void
  className?: string
}

/** Chooses photos, on a phone from the gallery or the camera; returns valid photos and reports invalid ones. */
export function PhotoInput({
  children,
  multiple = false,
  fromCamera = false,
  room = Infinity,
  onTooMany,
  onPhoto,
  className,
}: PhotoInputProps) {
  const id = useId()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const take = async (files: FileList | null) => {
    const reasons = new Set<string>()
    let takenCount = 0
    for (const picked of files ?? []) {
      const file = await shrinkImage(picked, { maxSide: MAX_SIDE_PX })
      const reason = rejectFile(file, { accept: SENT, maxBytes: MAX_BYTES })
      if (reason) reasons.add(multiple ? `${picked.name}: ${reason}` : reason)
      else if (takenCount < room) onPhoto(file)
      if (!reason) takenCount += 1
    }
    if (takenCount > room) onTooMany?.()
    setRefusals([...reasons])
  }
  return (
    <div className="grid gap-2">
      <label
        htmlFor={id}
        className={clsx(
          'inline-flex min-h-12 items-center justify-center gap-2 rounded-control border border-line-strong bg-surface-raised px-4 font-semibold transition-colors hover:bg-surface-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
          className,
        )}
      >
        <Camera size={20} aria-hidden="true" />
        {children}
        <input
          id={id}
          type="file"
          accept={ACCEPT}
          multiple={multiple}
          capture={fromCamera ? 'environment' : undefined}
          aria-describedby={refusals.length > 0 ? `${id}-error` : undefined}
          onChange={(event) => {
            void take(event.target.files).then(() => {
              event.target.value = ''
            })
          }}
          className="sr-only"
        />
      </label>
      {refusals.length > 0 && (
        <div id={`${id}-error`} role="alert">
          {refusals.map((reason) => (
            <FieldError key={reason}>{reason}</FieldError>
          ))}
        </div>
      )}
    </div>
  )
}
