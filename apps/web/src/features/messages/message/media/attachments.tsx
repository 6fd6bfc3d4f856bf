import type { MessageView } from '@fettle/chat-client'
import type { Attachment, FileAddress } from '@fettle/protocol/chat/messages/attachments'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Download, FileText, Play, RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Spinner } from '../../../../ui/icons/glyphs.tsx'
import { useFileAddresses } from './use-file-addresses.ts'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { pictureBox, sizeText } from '../../sizes.ts'
import { useFileDownload } from '../../../../shared/gallery/save-file.ts'
import Voice from '../voice/voice.tsx'
import { authorName } from '../person-name.ts'

const Gallery = lazy(() => import('../../../../shared/gallery/gallery.tsx'))

/** Attachments of a message. Space is reserved for pictures, so that the layout does not shift. */
export function Attachments({ message }: { message: MessageView }) {
  const { attachments = [], cid } = message
  const { current } = useMessageListContext()
  const files = useFileAddresses(
    cid,
    attachments.map(({ id }) => id),
  )
  const [open, setOpen] = useState<number>()
  const shown = attachments.filter(({ kind }) => kind === 'image' || kind === 'video')
  const tabIndex = current === message.id ? 0 : -1
  const by = message.isMine ? '' : authorName(message.user)
  if (attachments.length === 0) return null
  return (
    <div className="my-1 grid grid-cols-1 gap-1.5">
      {shown.length > 0 && (
        <div className={clsx('grid gap-1', shown.length > 1 ? 'grid-cols-2' : 'grid-cols-1')}>
          {shown.map((picture, index) => (
            <Picture
              key={picture.id}
              picture={picture}
              address={files[picture.id]}
              alone={shown.length === 1}
              tabIndex={tabIndex}
              open={() => setOpen(index)}
            />
          ))}
        </div>
      )}
      {attachments.map((file) =>
        file.kind === 'voice' ? (
          <Voice key={file.id} file={file} cid={cid} address={files[file.id]} by={by} tabIndex={tabIndex} />
        ) : file.kind === 'file' ? (
          <FileLink key={file.id} file={file} address={files[file.id]} tabIndex={tabIndex} />
        ) : null,
      )}
      {open !== undefined && (
        <Suspense fallback={null}>
          <Gallery
            pictures={shown.map(({ id, name, kind }) => ({
              id,
              name,
              alt: by === '' ? name : t`${name}, from ${by}`,
              isVideo: kind === 'video',
              url: files[id]?.url,
            }))}
            at={open}
            onMove={setOpen}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface PictureProps {
  picture: Attachment
  address: FileAddress | undefined
  alone: boolean
  tabIndex: 0 | -1
  open: () => void
}

/** Thumbnail, or the first frame of a video; a tap opens the gallery. */
function Picture({ picture, address, alone, tabIndex, open }: PictureProps) {
  const box = pictureBox(picture, alone)
  const isVideo = picture.kind === 'video'
  const src = isVideo ? undefined : (address?.thumbnailUrl ?? address?.url)
  // A failed picture is retried with its next address or by a tap.
  const [broken, setBroken] = useState<string>()
  const isBroken = src !== undefined && broken === src
  return (
    <button
      type="button"
      onClick={() => (isBroken ? setBroken(undefined) : open())}
      tabIndex={tabIndex}
      aria-label={
        isBroken
          ? t`Reload picture ${picture.name}`
          : isVideo
            ? t`Play video ${picture.name}`
            : t`Open picture ${picture.name}`
      }
      className="relative overflow-hidden rounded-control bg-surface-sunken"
      style={{ aspectRatio: `${box.width} / ${box.height}`, width: alone ? box.width : undefined, maxWidth: '100%' }}
    >
      {isBroken ? (
        <span className="grid size-full place-items-center p-2 text-sm text-text-muted">
          <RotateCw size={22} aria-hidden="true" />
        </span>
      ) : (
        src && (
          <img
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setBroken(src)}
            className="size-full object-cover"
          />
        )
      )}
      {isVideo && (
        <>
          {address && (
            // First frame only; videos play in the gallery.
            <video src={`${address.url}#t=0.1`} preload="metadata" muted playsInline className="size-full object-cover">
              <track kind="captions" />
            </video>
          )}
          <span className="absolute inset-0 grid place-items-center">
            <span className="grid size-12 place-items-center rounded-full bg-surface-raised text-text shadow-raised">
              <Play size={22} fill="currentColor" aria-hidden="true" />
            </span>
          </span>
        </>
      )}
    </button>
  )
}

interface FileLinkProps {
  file: Attachment
  address: FileAddress | undefined
  tabIndex: 0 | -1
}

/** Download link of a file, with progress and retry. */
function FileLink({ file, address, tabIndex }: FileLinkProps) {
  const { progress, failed, save } = useFileDownload()
  const percent = Math.round((progress ?? 0) * 100)
  return (
    <a
      href={address?.url}
      download={file.name}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (!address || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        save(address.url, file.name)
      }}
      className="relative flex items-center gap-2 overflow-hidden rounded-control border border-line bg-surface px-2 py-1.5 hover:bg-surface-hover"
    >
      <FileText size={20} aria-hidden="true" className="shrink-0 text-text-muted" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-sm font-medium">
          {file.name}
        </span>
        <output className={clsx('block text-xs tabular-nums', failed ? 'text-danger' : 'text-text-muted')}>
          {failed ? (
            <Trans>We couldn't download it. Try again.</Trans>
          ) : progress === undefined ? (
            sizeText(file.size)
          ) : (
            <Trans>
              {percent}% of {sizeText(file.size)}
            </Trans>
          )}
        </output>
      </span>
      {progress === undefined ? (
        <Download size={16} aria-hidden="true" className="shrink-0 text-text-muted" />
      ) : (
        <Spinner />
      )}
      {progress !== undefined && (
        <span
          aria-hidden="true"
          className="absolute start-0 bottom-0 h-1 bg-accent transition-[width]"
          style={{ width: `${percent}%` }}
        />
      )}
    </a>
  )
}
