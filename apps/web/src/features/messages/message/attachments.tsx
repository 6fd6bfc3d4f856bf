import type { ShownMessage } from '@fettle/chat-client'
import type { Attachment, FileAddress } from '@fettle/protocol/chat/attachments'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Download, FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Gallery } from './gallery.tsx'
import { useList } from '../conversation/list-context.ts'
import { pictureBox, sizeText } from '../model.ts'
import { useFiles } from '../composer/use-files.ts'

const Voice = lazy(() => import('./voice/voice.tsx'))

/** The files of a message. Room is left for pictures before they arrive, so that nothing moves. */
export function Attachments({ message }: { message: ShownMessage }) {
  const { attachments = [], cid } = message
  const { current } = useList()
  const files = useFiles(
    cid,
    attachments.map(({ id }) => id),
  )
  const [open, setOpen] = useState<number>()
  const pictures = attachments.filter(({ kind }) => kind === 'image')
  if (attachments.length === 0) return null
  return (
    <div className="my-1 grid gap-1.5">
      {pictures.length > 0 && (
        <div className={clsx('grid gap-1', pictures.length > 1 && 'grid-cols-2')}>
          {pictures.map((picture, index) => (
            <Picture
              key={picture.id}
              picture={picture}
              address={files[picture.id]}
              alone={pictures.length === 1}
              tabId={message.id}
              open={() => setOpen(index)}
            />
          ))}
        </div>
      )}
      {attachments.map((file) =>
        file.kind === 'video' ? (
          <video
            key={file.id}
            src={files[file.id]?.url}
            controls
            preload="metadata"
            className="max-h-80 max-w-full rounded-control bg-surface-sunken"
          >
            <track kind="captions" />
          </video>
        ) : file.kind === 'voice' ? (
          <Suspense key={file.id} fallback={<div className="h-16 w-72 max-w-full" aria-busy="true" />}>
            <Voice
              file={file}
              address={files[file.id]}
              by={message.isMine ? '' : (message.user?.name ?? '')}
              tabIndex={current === message.id ? 0 : -1}
            />
          </Suspense>
        ) : file.kind === 'file' ? (
          <FileLink key={file.id} file={file} address={files[file.id]} />
        ) : null,
      )}
      {open !== undefined && (
        <Gallery pictures={pictures} files={files} at={open} onMove={setOpen} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}

interface PictureProps {
  picture: Attachment
  address: FileAddress | undefined
  alone: boolean
  tabId: string
  open: () => void
}

function Picture({ picture, address, alone, tabId, open }: PictureProps) {
  const { current } = useList()
  const box = pictureBox(picture, alone)
  const src = address?.thumbnailUrl ?? address?.url
  return (
    <button
      type="button"
      onClick={open}
      tabIndex={current === tabId ? 0 : -1}
      aria-label={t`Open the picture ${picture.name}`}
      className="overflow-hidden rounded-control bg-surface-sunken"
      style={{ aspectRatio: `${box.width} / ${box.height}`, width: alone ? box.width : undefined, maxWidth: '100%' }}
    >
      {src && <img src={src} alt="" loading="lazy" decoding="async" className="size-full object-cover" />}
    </button>
  )
}

const FileLink = ({ file, address }: { file: Attachment; address: FileAddress | undefined }) => (
  <a
    href={address?.url}
    download={file.name}
    className="flex items-center gap-2 rounded-control border border-line bg-surface px-2 py-1.5 hover:bg-surface-hover"
  >
    <FileText size={20} aria-hidden="true" className="shrink-0 text-text-muted" />
    <span className="min-w-0 flex-1">
      <span className="block truncate text-sm font-medium">{file.name}</span>
      <span className="block text-xs text-text-muted">{sizeText(file.size)}</span>
    </span>
    <Download size={16} aria-hidden="true" className="shrink-0 text-text-muted" />
  </a>
)
