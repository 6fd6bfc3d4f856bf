import { isEmptyText, countCharacters } from '@fettle/protocol/chat/messages/text'
import { t } from '@lingui/core/macro'
import { memo, type KeyboardEvent, type Ref, useSyncExternalStore } from 'react'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { Previews } from '@fettle/chat-client'
import { Link2Off, X } from 'lucide-react'
import { unfilledVariables } from '@fettle/protocol/workspace/reply-text'
import { useDeviceValue } from '../../../lib/browser/device-value.ts'
import { enterSends, useComposerText, type ComposerText } from './composer-text.ts'
import type { ComposerTools } from './composer-tools.ts'
import { formatter } from '../../../lib/format/dates.ts'
import { IconButton } from '../../../ui/button.tsx'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useFileAddresses } from '../message/media/use-file-addresses.ts'

interface ComposerFieldProps {
  ref: Ref<HTMLTextAreaElement>
  tools: ComposerTools
  /** Name of the recipient. */
  to: string
  /** Handles a key and returns whether it was consumed. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onFiles: (files: readonly File[]) => void
}

/** The text field; the only part that renders on every keystroke. */
export const Field = memo(function Field({ ref, tools, to, onKey, onFiles }: ComposerFieldProps) {
  const { composerText, target, suggestions } = tools
  const text = useComposerText(composerText, (all) => all)
  const sends = useDeviceValue(enterSends)
  return (
    <textarea
      ref={ref}
      value={text}
      dir={text === '' ? undefined : 'auto'}
      rows={1}
      aria-label={target.parentId === null ? t`Message to ${to}` : t`Reply in thread`}
      aria-invalid={isTooLong(text) || undefined}
      placeholder={target.parentId === null ? t`Message` : t`Reply`}
      enterKeyHint={sends ? 'send' : 'enter'}
      autoComplete="off"
      aria-autocomplete="list"
      onChange={({ target: { value, selectionEnd } }) => {
        composerText.set(value)
        suggestions.write(value, selectionEnd)
        if (isEmptyText(value)) target.store.stopTyping()
        else target.store.keystroke()
      }}
      onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) => {
        // Suggestions belong to the word at the caret; moving the caret elsewhere closes them.
        if (suggestions.getSnapshot().status === 'none') return
        if (selectionStart === selectionEnd) suggestions.write(value, selectionEnd)
        else suggestions.close()
      }}
      onBlur={() => suggestions.close()}
      onKeyDown={onKey}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        onFiles([...event.clipboardData.files])
      }}
      className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-[22px] border border-line-strong bg-surface-raised px-4 py-2.5 text-base leading-normal placeholder:truncate placeholder:text-text-muted focus:border-accent-text focus:outline-2 focus:-outline-offset-1 focus:outline-accent-text aria-invalid:border-danger"
    />
  )
})

const WARN_FROM = chatLimits.messageCharacters * 0.9

/** Whether a text has more characters than a message may have. */
export const isTooLong = (text: string): boolean => countCharacters(text) > chatLimits.messageCharacters

/** Character count, shown when the limit is near. */
export function Counter({ composerText }: { composerText: ComposerText }) {
  const used = useComposerText(composerText, (text) => {
    const count = countCharacters(text)
    return count >= WARN_FROM ? count : 0
  })
  if (used === 0) return null
  const tooLong = used > chatLimits.messageCharacters
  return (
    <output
      className={clsx(
        'block pb-1.5 text-end text-sm tabular-nums',
        tooLong ? 'font-semibold text-danger' : 'text-text-muted',
      )}
    >
      {tooLong && <Trans>This message is too long.</Trans>} {formatter().number(used)}/
      {formatter().number(chatLimits.messageCharacters)}
    </output>
  )
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url

/** Previews of the links in the text while it is written. Each can be removed. */
export const PreviewTray = memo(function PreviewTray(props: { cid: string; previews: Previews; toText: () => void }) {
  const { cid, previews, toText } = props
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
              onClick={({ currentTarget }) => {
                if (shown.length > 1) focusBeside(currentTarget.closest('li'), 'button')
                else if (document.activeElement === currentTarget) toText()
                previews.dismiss(url)
              }}
            />
          </li>
        )
      })}
    </ul>
  )
})

const MAX_SHOWN = 4

/** Unfilled variables of a quick reply; a tap selects one. */
export const UnfilledVariablesBar = memo(function UnfilledVariablesBar({ tools }: { tools: ComposerTools }) {
  const { composerText, field } = tools
  const blanks = useComposerText(composerText, (text) =>
    text.includes('{{')
      ? unfilledVariables(text)
          .map((blank) => blank.text)
          .join('\n')
      : '',
  )
  if (blanks === '') return null
  const select = (index: number) => {
    const blank = unfilledVariables(composerText.getSnapshot())[index]
    tools.focus()
    if (blank) field.current?.setSelectionRange(blank.start, blank.end)
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5 pb-2 text-sm">
      <span className="font-semibold text-warning">
        <Trans>To fill in:</Trans>
      </span>
      {blanks
        .split('\n')
        .slice(0, MAX_SHOWN)
        .map((blank, index) => (
          <button
            key={index}
            type="button"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => select(index)}
            className="min-h-8 max-w-full truncate rounded-full bg-warning-soft px-2.5 font-mono text-text pointer-coarse:min-h-11"
          >
            {blank}
          </button>
        ))}
    </div>
  )
})
