import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Camera, FileUp } from 'lucide-react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { Avatar } from '../avatar.tsx'
import { FieldError } from './field.tsx'
import { itemsText } from '../../lib/format/items-text.ts'
import { percentText } from '../../lib/format/percent-text.ts'

export interface FilePick {
  onPick: (file: File) => void
  /** Value of an input's `accept` attribute: `image/jpeg,image/png,.pdf`. */
  accept: string
  maxBytes: number
  /** Upload progress from 0 to 1. */
  progress?: number | undefined
  error?: string | undefined
  disabled?: boolean
}

/** Name of a type for people. */
const nameOfKind = (kind: string) =>
  kind
    .replace(/^.*[./]/, '')
    .toUpperCase()
    .replace('WEBP', 'WebP')
    .replace('PLAIN', 'TXT')

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)

/** Why a file is rejected before uploading; the server inspects the content. */
export function rejectFile(
  file: Pick<File, 'name' | 'type' | 'size'>,
  { accept, maxBytes }: Pick<FilePick, 'accept' | 'maxBytes'>,
): string | undefined {
  const kinds = accept.split(',').map((kind) => kind.trim().toLowerCase())
  const fits = kinds.some((kind) =>
    kind.startsWith('.')
      ? file.name.toLowerCase().endsWith(kind)
      : kind.endsWith('/*')
        ? file.type.startsWith(kind.slice(0, -1))
        : file.type === kind,
  )
  if (!fits) {
    const list = itemsText([...new Set(kinds.map(nameOfKind))])
    return t`Use one of these types: ${list}.`
  }
  if (file.size === 0) return t`The file is empty.`
  if (file.size > maxBytes) {
    const limit = megabytes(maxBytes)
    return t`The file is larger than ${limit} MB.`
  }
  return undefined
}

function usePick(options: FilePick) {
  const [refused, setRefused] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file || options.disabled) return
    const reason = rejectFile(file, options)
    setRefused(reason)
    if (!reason) options.onPick(file)
  }
  return { take, refused, error: refused ?? options.error }
}

/** Progress bar of an upload. */
export function Progress({ value, label }: { value: number; label: string }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-4 text-sm">
        <span className="truncate">{label}</span>
        <span className="text-text-muted tabular-nums">{percentText(Math.round(value * 100))}</span>
      </div>
      <progress
        aria-label={label}
        value={value}
        max={1}
        className="progress-bar h-1.5 w-full text-accent [&::-webkit-progress-value]:transition-[width]"
      />
    </div>
  )
}

/** Drop zone that also opens a file chooser. */
export function FileDrop(
  props: FilePick & { label: ReactNode; hint?: ReactNode; fileName?: string | undefined; name?: string },
) {
  const { label, hint, fileName, accept, progress, disabled, name } = props
  const { take, refused, error } = usePick(props)
  const [isDragOver, setDragOver] = useState(false)
  const id = useId()
  return (
    <div className="grid gap-2">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setDragOver(true)
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setDragOver(false)
          take(event.dataTransfer.files[0])
        }}
        className={clsx(
          'relative grid min-h-28 place-items-center gap-1 rounded-card border-2 border-dashed p-5 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
          isDragOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface-raised hover:bg-surface-hover',
          error && 'border-danger',
        )}
      >
        <FileUp size={24} aria-hidden="true" className="text-text-muted" />
        <span className="font-semibold">{label}</span>
        {hint && <span className="text-sm text-text-muted">{hint}</span>}
        <input
          id={id}
          name={name}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
          className="sr-only"
        />
      </label>
      {progress !== undefined && progress < 1 && <Progress value={progress} label={fileName ?? t`Uploading`} />}
      {error && (
        <FieldError id={`${id}-error`} alert={refused !== undefined}>
          {error}
        </FieldError>
      )}
    </div>
  )
}

interface PickButtonProps {
  id: string
  accept: string
  disabled: boolean | undefined
  hasError: boolean
  onFile: (file: File | undefined) => void
  children: ReactNode
}

const PickButton = ({ id, accept, disabled, hasError, onFile, children }: PickButtonProps) => (
  <label
    htmlFor={id}
    className="relative inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong bg-surface-raised px-4 font-semibold transition-colors hover:bg-surface-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
  >
    {children}
    <input
      id={id}
      type="file"
      accept={accept}
      disabled={disabled}
      aria-describedby={hasError ? `${id}-error` : `${id}-hint`}
      onChange={(event) => {
        onFile(event.target.files?.[0])
        event.target.value = ''
      }}
      className="sr-only"
    />
  </label>
)

const PictureHint = ({ id, limit }: { id: string; limit: number }) => (
  <p id={`${id}-hint`} className="text-sm text-text-muted">
    <Trans>JPEG, PNG or WebP, up to {limit} MB.</Trans>
  </p>
)

/** Button that opens a file chooser for a picture, with its limits and what was refused. */
export function PictureButton(props: FilePick & { children: ReactNode }) {
  const { accept, disabled, children } = props
  const { take, refused, error } = usePick(props)
  const id = useId()
  return (
    <div className="grid justify-items-start gap-1.5">
      <PickButton id={id} accept={accept} disabled={disabled} hasError={Boolean(error)} onFile={take}>
        {children}
      </PickButton>
      <PictureHint id={id} limit={megabytes(props.maxBytes)} />
      {error && (
        <FieldError id={`${id}-error`} alert={refused !== undefined}>
          {error}
        </FieldError>
      )}
    </div>
  )
}

/** Profile picture with instant preview and a button for camera or gallery. */
export function PicturePicker(props: FilePick & { src?: string | null | undefined; personName: string }) {
  const { src, personName, accept, progress, disabled } = props
  const [preview, setPreview] = useState<string>()
  const id = useId()
  const { take, refused, error } = usePick({
    ...props,
    onPick: (file) => {
      setPreview(URL.createObjectURL(file))
      props.onPick(file)
    },
  })
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview])
  const busy = progress !== undefined && progress < 1
  const limit = megabytes(props.maxBytes)
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-5">
        <span className={clsx('relative shrink-0', busy && 'opacity-60')}>
          <Avatar name={personName} src={error ? src : (preview ?? src)} size="xl" />
        </span>
        <div className="grid justify-items-start gap-1.5">
          <PickButton id={id} accept={accept} disabled={disabled || busy} hasError={Boolean(error)} onFile={take}>
            <Camera size={20} aria-hidden="true" />
            {src || preview ? <Trans>Change picture</Trans> : <Trans>Add picture</Trans>}
          </PickButton>
          <PictureHint id={id} limit={limit} />
        </div>
      </div>
      {busy && <Progress value={progress} label={t`Uploading`} />}
      {error && (
        <FieldError id={`${id}-error`} alert={refused !== undefined}>
          {error}
        </FieldError>
      )}
    </div>
  )
}
