import type { Attachment, FileAddress } from '@fettle/protocol/chat/attachments'
import { t } from '@lingui/core/macro'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/button.tsx'

export interface GalleryProps {
  pictures: readonly Attachment[]
  files: Readonly<Record<string, FileAddress>>
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

/** The pictures of a message, one at a time over the whole screen. Arrows move, Esc closes. */
export function Gallery({ pictures, files, at, onMove, onClose }: GalleryProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const picture = pictures[at]
  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
  }, [])
  if (!picture) return null
  const address = files[picture.id]
  const to = (next: number) => pictures[next] && onMove(next)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows are the buttons' other way
    <dialog
      ref={ref}
      aria-label={picture.name}
      onClose={onClose}
      // It stands inside of a message, which has keys and presses of its own.
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'ArrowLeft') to(at - 1)
        if (event.key === 'ArrowRight') to(at + 1)
      }}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-surface text-text open:flex open:flex-col"
    >
      <header className="flex items-center gap-1 p-2">
        <p className="min-w-0 flex-1 truncate px-2 font-semibold">{picture.name}</p>
        {address && (
          <a
            href={address.url}
            download={picture.name}
            aria-label={t`Download`}
            className="grid size-11 place-items-center rounded-control text-text-muted hover:bg-surface-hover"
          >
            <Download size={20} aria-hidden="true" />
          </a>
        )}
        <IconButton label={t`Close`} icon={<X size={22} />} onClick={() => ref.current?.close()} />
      </header>
      <div className="flex min-h-0 flex-1 items-center gap-1 p-2">
        {pictures.length > 1 && (
          <IconButton
            label={t`The picture before`}
            icon={<ChevronLeft size={24} />}
            disabled={at === 0}
            onClick={() => to(at - 1)}
          />
        )}
        <div className="grid h-full min-w-0 flex-1 place-items-center">
          {address && <img src={address.url} alt={picture.name} className="max-h-full max-w-full object-contain" />}
        </div>
        {pictures.length > 1 && (
          <IconButton
            label={t`The next picture`}
            icon={<ChevronRight size={24} />}
            disabled={at === pictures.length - 1}
            onClick={() => to(at + 1)}
          />
        )}
      </div>
    </dialog>
  )
}
