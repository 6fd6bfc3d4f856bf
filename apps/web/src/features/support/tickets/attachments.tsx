import { allowedTypes, uploadRules } from '@fettle/protocol/common/upload-rules'
import { createUpload } from '@fettle/protocol/common/calls'
import { ticketLimits } from '@fettle/protocol/support/ticket-flow'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { ChosenFileList } from '../../../shared/forms/chosen-file-list.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { Progress, rejectFile } from '../../../ui/forms/file-drop.tsx'
import type { TicketFile } from './use-sent-files.ts'
import { itemsText } from '../../../lib/format/items-text.ts'

const { mimes, maxBytes } = uploadRules.TICKET
const accept = mimes.join(',')
const most = ticketLimits.attachments

export interface AttachmentsProps {
  files: readonly TicketFile[]
  onChange: (change: (files: readonly TicketFile[]) => TicketFile[]) => void
  /** Uploaded fraction of the current file; the message waits for it. */
  progress: number | undefined
  onProgress: (progress: number | undefined) => void
  /** The message is being sent. */
  disabled: boolean
}

/** Attachments, uploaded when chosen; uploaded files are part of the draft. */
export function Attachments({ files, onChange, progress, onProgress, disabled }: AttachmentsProps) {
  const id = useId()
  const isConnected = useConnection()
  const [refused, setRefused] = useState<string>()
  const running = useRef<AbortController>(undefined)
  // A file that arrives later would be part of the next message's draft.
  useEffect(() => () => running.current?.abort(), [])
  const take = async (picked: File[]) => {
    setRefused(undefined)
    const { signal } = (running.current = new AbortController())
    let count = files.length
    for (const file of picked) {
      if (count >= most) {
        setRefused(t`Add up to ${most} files.`)
        return
      }
      const reason = rejectFile(file, { accept, maxBytes })
      if (reason) {
        setRefused(`${file.name}: ${reason}`)
        continue
      }
      onProgress(0)
      try {
        const sent = await call(createUpload, { body: { purpose: 'TICKET' }, file }, { onProgress, signal })
        count += 1
        onChange((before) => [...before, { id: sent.id, name: sent.name }])
      } catch (error) {
        setRefused(`${file.name}: ${errorText(error, t`We couldn't send the file. Try again.`)}`)
      } finally {
        onProgress(undefined)
      }
    }
  }
  const types = itemsText(allowedTypes('TICKET'))
  const isClosed = disabled || !isConnected || progress !== undefined || files.length >= most
  return (
    <div className="grid gap-2">
      <ChosenFileList
        files={files}
        onRemove={({ id: removed }) => onChange((before) => before.filter((file) => file.id !== removed))}
      />
      {progress !== undefined && <Progress value={progress} label={t`Uploading`} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label
          htmlFor={id}
          className="relative inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong bg-surface-raised px-3 text-sm font-semibold transition-colors hover:bg-surface-hover has-aria-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
        >
          <Paperclip size={18} aria-hidden="true" />
          <Trans>Add files</Trans>
          <input
            id={id}
            type="file"
            multiple
            accept={accept}
            // Not disabled, which would take the focus away when the connection is lost or a file is being sent.
            aria-disabled={isClosed}
            onClick={(event) => {
              if (isClosed) event.preventDefault()
            }}
            aria-describedby={refused ? `${id}-error` : `${id}-hint`}
            onChange={(event) => {
              const picked = [...(event.target.files ?? [])]
              event.target.value = ''
              void take(picked)
            }}
            className="sr-only"
          />
        </label>
        <p id={`${id}-hint`} className="text-sm text-text-muted">
          {isConnected ? (
            <Trans>
              Up to {most}: {types}
            </Trans>
          ) : (
            <Trans>You need a connection to add files.</Trans>
          )}
        </p>
      </div>
      {refused && (
        <FieldError id={`${id}-error`} alert>
          {refused}
        </FieldError>
      )}
    </div>
  )
}
