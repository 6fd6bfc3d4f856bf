import type { ChannelStore, ShownMessage } from '@fettle/chat-client'
import { chatLimits } from '@fettle/protocol/chat/limits'
import { countCharacters, isEmptyText } from '@fettle/protocol/chat/text'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check, SendHorizontal } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { notice } from '../notice.ts'
import { readDraft, writeDraft } from './drafts.ts'
import { AttachButton } from './attach-button.tsx'
import { EmojiButton } from '../message/emoji-button.tsx'
import { UploadTray } from './upload-tray.tsx'
import { EditBar, QuoteBar } from '../message/quote.tsx'
import { useUploads } from './use-uploads.ts'

export interface ComposerProps {
  store: ChannelStore
  me: string
  /** Who will read it. */
  to: string
  /** What the next message answers. */
  quoted: ShownMessage | undefined
  onQuoted: (message: ShownMessage | undefined) => void
  /** What is being changed instead of something new being written. */
  editing: ShownMessage | undefined
  onEditing: (message: ShownMessage | undefined) => void
  /** Changes the last thing one said, if it can be; answers whether there is one. */
  editLast: () => boolean
  onSent: () => void
  /** Goes to the newest message, to move on from there. */
  toMessages: () => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** Keystrokes between two writes of the draft. */
const DRAFT_PAUSE = 300
const WARN_FROM = chatLimits.messageCharacters * 0.9

/** On a keyboard of glass there is no Shift+Enter: there Enter begins a new line, and the button sends. */
const enterSends = () => !window.matchMedia('(pointer: coarse)').matches

/** Where one writes. What is begun is kept; what is only markup is nothing. */
export function Composer(props: ComposerProps) {
  const { store, me, to, quoted, onQuoted, editing, onEditing, editLast, onSent, toMessages, fieldRef } = props
  const [text, setText] = useState(() => readDraft(me, store.cid))
  // What was begun waits while something else is changed.
  const [edited, setEdited] = useState<ShownMessage>()
  const [aside, setAside] = useState('')
  if (editing !== edited) {
    setEdited(editing)
    if (editing && !edited) setAside(text)
    setText(editing ? editing.text : aside)
  }
  const files = useUploads(store.cid)
  const draft = editing ? aside : text
  const latest = useRef(draft)
  const used = countCharacters(text)
  const tooLong = used > chatLimits.messageCharacters
  const empty = isEmptyText(text)

  useEffect(() => {
    latest.current = draft
    const timer = setTimeout(() => writeDraft(me, store.cid, draft), DRAFT_PAUSE)
    return () => clearTimeout(timer)
  }, [draft, me, store])

  useEffect(() => {
    if (enterSends()) fieldRef.current?.focus({ preventScroll: true })
    return () => {
      writeDraft(me, store.cid, latest.current)
      store.stopTyping()
    }
  }, [me, store, fieldRef])

  const send = () => {
    if (nothing || tooLong) return
    if (editing) return change(editing)
    if (files.whyNot) return notice.error(files.whyNot)
    const attachments = files.take()
    store.send(text.trim(), {
      ...(quoted && { quotedMessageId: quoted.id }),
      ...(attachments.length > 0 && { attachments }),
    })
    onQuoted(undefined)
    setText('')
    writeDraft(me, store.cid, '')
    latest.current = ''
    fieldRef.current?.focus({ preventScroll: true })
    onSent()
  }

  // What is only markup is nothing (spec §5), but files can go without words.
  const nothing = empty && (editing !== undefined || files.uploads.length === 0)

  const change = (message: ShownMessage) => {
    const wanted = text.trim()
    fieldRef.current?.focus({ preventScroll: true })
    if (wanted === message.text) return onEditing(undefined)
    store.edit(message.id, wanted).then(
      () => onEditing(undefined),
      // What was written stays where it is.
      (error: unknown) =>
        notice.error(t`Could not change the message`, error instanceof Error ? { body: error.message } : {}),
    )
  }

  const insert = (what: string) => {
    const input = fieldRef.current
    if (!input) return
    input.setRangeText(what, input.selectionStart, input.selectionEnd, 'end')
    setText(input.value)
    input.focus({ preventScroll: true })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && editing) return onEditing(undefined)
    if (event.key === 'Escape' && quoted) return onQuoted(undefined)
    if (event.key === 'ArrowUp' && text === '' && !editing) {
      event.preventDefault()
      return event.altKey || !editLast() ? toMessages() : undefined
    }
    // An input method uses Enter to choose a word.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.shiftKey || event.altKey || !(enterSends() || event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0 || editing) return
        event.preventDefault()
        files.add([...event.dataTransfer.files])
      }}
      className="shrink-0 border-t border-line bg-surface px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:px-4"
    >
      {used >= WARN_FROM && (
        <output
          className={clsx(
            'block pb-1.5 text-end text-sm tabular-nums',
            tooLong ? 'font-semibold text-danger' : 'text-text-muted',
          )}
        >
          {tooLong && <Trans>This message is too long.</Trans>} {used.toLocaleString()}/
          {chatLimits.messageCharacters.toLocaleString()}
        </output>
      )}
      {editing && <EditBar message={editing} onCancel={() => onEditing(undefined)} />}
      {quoted && !editing && <QuoteBar message={quoted} onCancel={() => onQuoted(undefined)} />}
      {!editing && <UploadTray {...files} />}
      <div className="flex items-end gap-1">
        {!editing && <AttachButton onPick={files.add} />}
        <EmojiButton label={t`Emoji`} onPick={insert} className="rounded-full" />
        <textarea
          ref={fieldRef}
          value={text}
          rows={1}
          aria-label={t`Message to ${to}`}
          aria-invalid={tooLong || undefined}
          placeholder={t`Write a message`}
          enterKeyHint={enterSends() ? 'send' : 'enter'}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value)
            if (isEmptyText(event.target.value)) store.stopTyping()
            else store.keystroke()
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0 || editing) return
            event.preventDefault()
            files.add([...event.clipboardData.files])
          }}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-[22px] border border-line-strong bg-surface-raised px-4 py-2.5 text-base leading-normal placeholder:text-text-muted focus:border-accent-text focus:outline-2 focus:-outline-offset-1 focus:outline-accent-text aria-invalid:border-danger"
        />
        <button
          type="submit"
          aria-label={editing ? t`Save` : t`Send`}
          title={editing ? t`Save` : t`Send`}
          aria-disabled={nothing || tooLong}
          // The keyboard of a phone stays open.
          onPointerDown={(event) => event.preventDefault()}
          className={clsx(
            'ms-1 grid size-11 shrink-0 place-items-center rounded-full transition-colors',
            nothing || tooLong ? 'bg-surface-hover text-text-muted' : 'bg-accent text-on-accent hover:bg-accent-hover',
          )}
        >
          {editing ? (
            <Check size={20} aria-hidden="true" />
          ) : (
            <SendHorizontal size={20} aria-hidden="true" className="rtl:rotate-180" />
          )}
        </button>
      </div>
    </form>
  )
}
