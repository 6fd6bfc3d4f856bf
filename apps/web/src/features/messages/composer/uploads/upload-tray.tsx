import type { PendingUpload } from '@fettle/chat-client'
import type { FileAddress } from '@fettle/protocol/chat/messages/attachments'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { FileText, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { focusBeside } from '../../../../ui/layout/focus-beside.ts'
import { failureText } from '../../chat-texts.ts'
import { useFileAddresses } from '../../message/media/use-file-addresses.ts'
import { sizeText } from '../../sizes.ts'
import type { FilesToSend } from './uploads.ts'

export interface UploadTrayProps extends FilesToSend {
  cid: string
  /** Moves the focus to the text, when the last file is removed. */
  toText: () => void
}

/** Files of the message with upload progress, retry and remove. */
export function UploadTray({ uploads, pictures, retry, remove, cid, toText }: UploadTrayProps) {
  // Pictures of a draft from an earlier visit or another device need addresses.
  const unseen = uploads.flatMap(({ key, attachment }) =>
    attachment?.kind === 'image' && !pictures[key] ? [attachment.id] : [],
  )
  const addresses = useFileAddresses(cid, unseen)
  if (uploads.length === 0) return null
  return (
    <ul aria-label={t`Files to send`} className="flex gap-2 overflow-x-auto pb-2">
      {uploads.map((upload) => (
        <li
          key={upload.key}
          className={clsx(
            'relative flex max-w-full shrink-0 items-center gap-2 overflow-hidden rounded-control border bg-surface-raised p-1.5',
            upload.state === 'failed' ? 'w-80 border-danger' : 'w-52 border-line',
          )}
        >
          <Picture url={pictures[upload.key] ?? smallOf(addresses[upload.attachment?.id ?? ''])} />
          <p className="min-w-0 flex-1 text-sm">
            <span dir="auto" className="block truncate font-medium">
              {upload.name}
            </span>
            <State upload={upload} />
          </p>
          {upload.state === 'failed' && upload.failure?.retryable !== false && (
            <IconButton
              label={t`Upload ${upload.name} again`}
              icon={<RotateCw size={16} />}
              onClick={() => retry(upload.key)}
              className="size-9"
            />
          )}
          <IconButton
            label={t`Remove ${upload.name}`}
            icon={<X size={16} />}
            onClick={({ currentTarget }) => {
              if (uploads.length > 1) focusBeside(currentTarget.closest('li'), 'button:last-of-type')
              else if (document.activeElement === currentTarget) toText()
              remove(upload.key)
            }}
            className="size-9"
          />
          {upload.state === 'uploading' && (
            <span
              role="progressbar"
              aria-label={t`Upload of ${upload.name}`}
              aria-valuenow={Math.round(upload.progress * 100)}
              className="absolute start-0 bottom-0 h-1 bg-accent transition-[width]"
              style={{ width: `${upload.progress * 100}%` }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const smallOf = (address: FileAddress | undefined) => address?.thumbnailUrl ?? address?.url

/** A thumbnail, or an icon where there is none that the browser can show. */
function Picture({ url }: { url: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  if (url && url !== broken)
    return (
      <img src={url} alt="" onError={() => setBroken(url)} className="size-10 shrink-0 rounded-control object-cover" />
    )
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-surface-sunken text-text-muted">
      <FileText size={18} aria-hidden="true" />
    </span>
  )
}

function State({ upload: { state, failure, size } }: { upload: PendingUpload }) {
  if (state === 'failed') {
    return (
      <span role="alert" className="block text-pretty wrap-anywhere text-danger">
        {failure ? failureText(failure) : <Trans>Connection lost.</Trans>}
      </span>
    )
  }
  return <span className="block truncate text-text-muted">{sizeText(size)}</span>
}
