import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { towardsEnd } from '../../lib/i18n/direction.ts'
import { IconButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/icons/glyphs.tsx'
import { RetryButton } from '../errors/retry-button.tsx'
import { useFileDownload } from './save-file.ts'
import { useZoom } from './use-zoom.ts'

/** A picture or video. */
export interface GalleryPicture {
  id: string
  name: string
  /** Describes the picture to screen readers. */
  alt: string
  isVideo?: boolean
  /** Undefined while it is being looked up. */
  url: string | undefined
}

export interface GalleryProps {
  pictures: readonly GalleryPicture[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
  /** More about the picture shown, with its actions. */
  children?: ReactNode
}

/**
 * Full-screen gallery. Arrow keys or swipes navigate; plus, minus, wheel and pinch zoom; Esc or
 * a swipe down closes.
 */
export default function Gallery({ pictures, at, onMove, onClose, children }: GalleryProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const picture = pictures[at]
  const to = (next: number) => pictures[next] && onMove(next)
  const close = () => ref.current?.close()
  const saving = useFileDownload()
  const zoom = useZoom(box, picture?.id ?? '', { next: () => to(at + 1), before: () => to(at - 1), close })
  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
  }, [])
  if (!picture) return null
  const { url, alt } = picture
  const isPicture = picture.isVideo !== true
  const position = at + 1
  const count = pictures.length
  // The buttons below are not disabled at the ends: they would lose the focus, and with it the keys.
  const keys: Record<string, () => unknown> = {
    ArrowLeft: () => to(at - towardsEnd(1)),
    ArrowRight: () => to(at + towardsEnd(1)),
    Home: () => to(0),
    End: () => to(count - 1),
    '+': zoom.closer,
    '=': zoom.closer,
    '-': zoom.further,
    '0': zoom.reset,
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys do what the buttons do
    <dialog
      ref={ref}
      // Takes the focus of a button that disappears.
      tabIndex={-1}
      aria-label={picture.name}
      onClose={onClose}
      // Keep pointer events from the message around it.
      onPointerDown={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        // Video controls keep their own keys.
        if (event.target instanceof HTMLVideoElement || event.ctrlKey || event.metaKey) return
        keys[event.key]?.()
      }}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-surface text-text outline-none open:flex open:flex-col"
    >
      <header className="flex items-center gap-1 p-2">
        <p className="min-w-0 flex-1 px-2">
          <span dir="auto" className="block truncate font-semibold">
            {picture.name}
          </span>
          {count > 1 && (
            <span className="block text-sm text-text-muted tabular-nums" aria-live="polite">
              <Trans>
                {position} of {count}
              </Trans>
            </span>
          )}
        </p>
        {isPicture && (
          <>
            <IconButton
              label={t`Zoom out`}
              icon={<ZoomOut size={20} />}
              aria-disabled={zoom.view.scale === 1}
              onClick={zoom.further}
            />
            <IconButton label={t`Zoom in`} icon={<ZoomIn size={20} />} onClick={zoom.closer} />
          </>
        )}
        <IconButton
          label={t`Download`}
          icon={saving.progress === undefined ? <Download size={20} /> : <Spinner />}
          disabled={!url}
          onClick={() => url && saving.save(url, picture.name)}
        />
        <IconButton label={t`Close`} icon={<X size={22} />} onClick={close} />
      </header>
      {saving.failed && (
        <p role="alert" className="px-4 text-sm text-danger">
          <Trans>We couldn't download it. Try again.</Trans>
        </p>
      )}
      <div className="flex min-h-0 flex-1 items-center gap-1 p-2">
        {count > 1 && (
          <IconButton
            label={t`Previous picture`}
            icon={<ChevronLeft size={24} className="rtl:rotate-180" />}
            aria-disabled={at === 0}
            onClick={() => to(at - 1)}
            className="pointer-coarse:hidden"
          />
        )}
        <div
          ref={box}
          {...(isPicture && zoom.on)}
          className={clsx('grid h-full min-w-0 flex-1 place-items-center overflow-hidden', isPicture && 'touch-none')}
        >
          {url &&
            (isPicture ? (
              <Still
                key={picture.id}
                src={url}
                alt={alt}
                style={{
                  transform: `translate(${zoom.view.x}px, ${zoom.view.y}px) scale(${zoom.view.scale})`,
                }}
              />
            ) : (
              <video key={picture.id} src={url} controls autoPlay playsInline className="max-h-full max-w-full">
                <track kind="captions" />
              </video>
            ))}
        </div>
        {count > 1 && (
          <IconButton
            label={t`Next picture`}
            icon={<ChevronRight size={24} className="rtl:rotate-180" />}
            aria-disabled={at === count - 1}
            onClick={() => to(at + 1)}
            className="pointer-coarse:hidden"
          />
        )}
      </div>
      {children}
    </dialog>
  )
}

/** One picture, with retry after a failure. */
function Still({ src, alt, style }: { src: string; alt: string; style: { transform: string } }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  if (state === 'failed') {
    return (
      <p className="grid justify-items-center gap-3 text-text-muted">
        <Trans>We couldn't load the picture.</Trans>
        <RetryButton
          onClick={() => {
            setState('loading')
            setAttempt((count) => count + 1)
          }}
        />
      </p>
    )
  }
  return (
    <>
      {state === 'loading' && (
        <span className="absolute">
          <Spinner />
        </span>
      )}
      <img
        key={attempt}
        src={src}
        alt={alt}
        draggable={false}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
        style={style}
        className="max-h-full max-w-full object-contain"
      />
    </>
  )
}
