import type { Previews } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link2Off, X } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useFileAddresses } from './files/use-files.ts'

const hostOf = (url: string) => URL.parse(url)?.host ?? url

/** Previews of the links in the text while it is written. Each can be removed. */
export const PreviewTray = memo(function PreviewTray({ cid, previews }: { cid: string; previews: Previews }) {
  const found = useSyncExternalStore(previews.subscribe, previews.getSnapshot)
  const shown = found.filter(({ status }) => status !== 'dismissed')
  const files = useFileAddresses(
    cid,
    shown.flatMap((state) => (state.status === 'loaded' && state.preview.image ? [state.preview.image.id] : [])),
  )
  if (shown.length === 0) return null
  return (
    <ul aria-label={t`Link previews`} className="grid gap-2 pb-2">
      {shown.map((state) => {
        const { url, status } = state
        const host = hostOf(url)
        const image = status === 'loaded' ? state.preview.image : undefined
        return (
          <li
            key={url}
            data-preview={status}
            aria-busy={status === 'loading' || undefined}
            className="flex h-14 items-center gap-3 overflow-hidden rounded-control border border-line bg-surface-raised ps-1.5"
          >
            {status === 'failed' ? (
              <span className="grid size-11 shrink-0 place-items-center rounded-control bg-surface-sunken text-text-muted">
                <Link2Off size={18} aria-hidden="true" />
              </span>
            ) : image ? (
              <img
                src={files[image.id]?.url}
                alt=""
                className="size-11 shrink-0 rounded-control bg-surface-sunken object-cover"
              />
            ) : null}
            <p className="min-w-0 flex-1 text-sm">
              {status === 'loaded' && (
                <span dir="auto" className="block truncate font-medium">
                  {state.preview.title}
                </span>
              )}
              {status === 'loading' && <Skeleton className="mb-1 h-4 w-3/5" />}
              {status === 'failed' && (
                <span className="block truncate">
                  <Trans>No preview available</Trans>
                </span>
              )}
              <span className="block truncate text-text-muted">{host}</span>
            </p>
            <IconButton
              label={t`Remove the preview of ${host}`}
              icon={<X size={16} />}
              onClick={() => previews.dismiss(url)}
            />
          </li>
        )
      })}
    </ul>
  )
})
