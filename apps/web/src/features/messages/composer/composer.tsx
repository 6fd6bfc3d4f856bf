import type { ShownMessage } from '@fettle/chat-client'
import { isEmptyText } from '@fettle/protocol/chat/text'
import { t } from '@lingui/core/macro'
import {
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { EmojiButton } from '../message/emoji-button.tsx'
import { EditBar, QuoteBar } from '../message/quote.tsx'
import { notice } from '../notice.ts'
import type { AddEntry } from './add-entries.ts'
import { AddMenu } from './add-menu.tsx'
import { Counter, isTooLong } from './counter.tsx'
import { draftPlace, readDraft } from './drafts.ts'
import { enterSends } from './enter-sends.ts'
import { Field } from './field.tsx'
import { FileInputs } from './file-inputs.tsx'
import { SendButton } from './send-button.tsx'
import type { ComposerTarget } from './target.ts'
import type { ComposerTools } from './tools.ts'
import { UploadTray } from './upload-tray.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { useUploads } from './use-uploads.ts'
import { changeText, createWriting } from './writing.ts'

export interface ComposerProps {
  /** Where it goes. The composer of another place is another one: give it a `key`. */
  target: ComposerTarget
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

/** Where one writes. What is begun is kept; what is only markup is nothing. */
export function Composer(props: ComposerProps) {
  const { target, me, to, quoted, onQuoted, editing, onEditing, editLast, onSent, toMessages, fieldRef } = props
  const { store, parentId } = target
  const files = useUploads(store.cid)
  const latestFiles = useRef(files)
  useEffect(() => {
    latestFiles.current = files
  })
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const tools = useMemo((): ComposerTools => {
    const place = { store, parentId }
    const writing = createWriting(readDraft(me, draftPlace(place)))
    return {
      target: place,
      me,
      writing,
      insert(text) {
        const input = fieldRef.current
        if (!input) return writing.set(writing.getSnapshot() + text)
        changeText(input, writing, { start: input.selectionStart, end: input.selectionEnd, insert: text })
      },
      focus: () => fieldRef.current?.focus({ preventScroll: true }),
      field: fieldRef,
      files: () => latestFiles.current,
      chooseFiles: () => chooser.current?.click(),
      takePhoto: () => camera.current?.click(),
    }
  }, [store, parentId, me, fieldRef])
  const { writing } = tools
  const draft = useKeptDraft(tools)
  const [opened, setOpened] = useState<{ entry: AddEntry; args: string }>()

  // What was begun waits while something else is changed.
  const aside = useRef<string>(undefined)
  const turn = useEffectEvent((message: ShownMessage | undefined) => {
    if (message && aside.current === undefined) aside.current = writing.getSnapshot()
    const begun = aside.current ?? ''
    draft.setAside(message ? begun : undefined)
    if (message) writing.set(message.text)
    else if (aside.current !== undefined) writing.set(begun)
    if (!message) aside.current = undefined
  })
  useEffect(() => turn(editing), [editing])

  useEffect(() => {
    if (enterSends()) fieldRef.current?.focus({ preventScroll: true })
    return () => store.stopTyping()
  }, [store, fieldRef])

  const send = () => {
    const text = writing.getSnapshot()
    const nothing = isEmptyText(text) && (editing !== undefined || files.uploads.length === 0)
    if (nothing || isTooLong(text)) return
    if (editing) return change(editing, text.trim())
    if (files.whyNot) return notice.error(files.whyNot)
    const attachments = files.take()
    store.send(text.trim(), {
      ...(parentId !== null && { parentId }),
      ...(quoted && { quotedMessageId: quoted.id }),
      ...(attachments.length > 0 && { attachments }),
    })
    onQuoted(undefined)
    writing.set('')
    draft.clear()
    tools.focus()
    onSent()
  }

  const change = (message: ShownMessage, wanted: string) => {
    tools.focus()
    if (wanted === message.text) return onEditing(undefined)
    store.edit(message.id, wanted).then(
      () => onEditing(undefined),
      // What was written stays where it is.
      (error: unknown) =>
        notice.error(t`Could not change the message`, error instanceof Error ? { body: error.message } : {}),
    )
  }

  const keyed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && editing) return onEditing(undefined)
    if (event.key === 'Escape' && quoted) return onQuoted(undefined)
    if (event.key === 'ArrowUp' && writing.getSnapshot() === '' && !editing) {
      event.preventDefault()
      return event.altKey || !editLast() ? toMessages() : undefined
    }
    // An input method uses Enter to choose a word.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.shiftKey || event.altKey || !(enterSends() || event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  const addFiles = (added: readonly File[]) => {
    if (!editing) files.add(added)
  }
  const latest = useRef({ keyed, addFiles })
  useEffect(() => {
    latest.current = { keyed, addFiles }
  })
  const onKey = useCallback((event: KeyboardEvent<HTMLTextAreaElement>) => latest.current.keyed(event), [])
  const onFiles = useCallback((added: readonly File[]) => latest.current.addFiles(added), [])
  const onChoose = useCallback(
    (entry: AddEntry) => {
      entry.run?.(tools, '')
      if (entry.Panel) setOpened({ entry, args: '' })
    },
    [tools],
  )
  const insert = useCallback((text: string) => tools.insert(text), [tools])
  const Panel = opened?.entry.Panel

  return (
    <>
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
        <Counter writing={writing} />
        {editing && <EditBar message={editing} onCancel={() => onEditing(undefined)} />}
        {quoted && !editing && <QuoteBar message={quoted} onCancel={() => onQuoted(undefined)} />}
        {!editing && <UploadTray {...files} />}
        <FileInputs files={chooser} camera={camera} onPick={onFiles} />
        <div className="flex items-end gap-1">
          {!editing && <AddMenu tools={tools} onChoose={onChoose} />}
          <EmojiButton label={t`Emoji`} onPick={insert} className="rounded-full" />
          <Field tools={tools} to={to} onKey={onKey} onFiles={onFiles} />
          <SendButton writing={writing} editing={editing !== undefined} hasFiles={files.uploads.length > 0} />
        </div>
      </form>
      {Panel && opened && (
        <Suspense fallback={null}>
          <Panel tools={tools} args={opened.args} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}
