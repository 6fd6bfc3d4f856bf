import type { MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, type KeyboardEvent, type RefObject, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { isComposing } from '../../../lib/forms/is-composing.ts'
import { hasReturned } from '../../../routing/conversation-path.ts'
import { chatToast } from '../alerts/chat-toast.ts'
import { useChat } from '../connection/chat.ts'
import { EmojiButton } from '../message/actions/emoji-button.tsx'
import { EditBar, QuoteBar } from '../message/text/quote.tsx'
import { SendOrRecordButton } from '../message/voice/send-or-record-button.tsx'
import { hasUnsentRecording } from '../message/voice/use-voice-upload.ts'
import { voiceEntry, AddMenu } from './add-menu.tsx'
import { UnfilledVariablesBar, Counter, Field, PreviewTray } from './field.tsx'
import { useDeviceValue } from '../../../lib/browser/device-value.ts'
import { enterSends, showsFormatting, type ComposerText } from './composer-text.ts'
import { applyFormat, FormatBar, FormatPreview, formatOfKey } from './formatting.tsx'
import { ScheduledBar } from './schedule/scheduled-list.tsx'
import { createSender } from './send.ts'
import { SendButton } from './send-button.tsx'
import { SuggestMenu, type KeyHandler } from './suggest-menu.tsx'
import type { ComposerTarget } from './drafts.ts'
import { UploadTray } from './uploads/upload-tray.tsx'
import { chatFileTypes } from './uploads/uploads.ts'
import { useDraftAutosave, type DraftAutosave } from './use-draft.ts'
import { useTools } from './composer-tools.ts'

export interface ComposerProps {
  /** Where the message is sent. Use a `key` per target. */
  target: ComposerTarget
  me: string
  /** Name of the recipient. */
  to: string
  /** The message being replied to. */
  quoted: MessageView | undefined
  onQuoted: (message: MessageView | undefined) => void
  /** The message being edited. */
  editing: MessageView | undefined
  onEditing: (message: MessageView | undefined) => void
  /** Edits the caller's last message; returns whether there was one. */
  editLast: () => boolean
  onSent: () => void
  /** Moves the focus to the newest message. */
  toMessages: () => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/**
 * Composer of a conversation or thread, with drafts. Text that is only markup counts as empty. A keystroke does not
 * re-render it.
 */
export function Composer(props: ComposerProps) {
  const { target, me, to, quoted, onQuoted, editing, onEditing, editLast, onSent, toMessages, fieldRef } = props
  const { tools, attach, files, opened, close } = useTools(target, me)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { composerText, previews } = tools
  const { store, parentId } = tools.target
  const { connected } = useChat()
  const draft = useDraftAutosave(tools, { connected, quoted, onQuoted })
  useEditing(composerText, draft, editing)
  const hasFormatting = useDeviceValue(showsFormatting)
  const suggestKeys = useRef<KeyHandler>(null)

  const isBack = hasReturned(useLocation().state)
  useEffect(() => {
    if (isBack) addButton.current?.focus({ preventScroll: true })
    else if (!window.matchMedia('(pointer: coarse)').matches) fieldRef.current?.focus({ preventScroll: true })
    return () => store.stopTyping()
    // oxlint-disable-next-line react/exhaustive-deps -- sets only the initial focus
  }, [store, fieldRef])

  const isEditing = editing !== undefined
  useEffect(() => {
    // Previews are fetched for a new message only: an edit keeps those of the links it leaves.
    if (isEditing) return
    const updatePreviews = () => previews.write(composerText.getSnapshot())
    updatePreviews()
    return composerText.subscribe(updatePreviews)
  }, [isEditing, previews, composerText])

  const sender = createSender(tools, {
    quoted,
    onQuoted,
    editing,
    onEditing,
    onSent,
    files,
    clearDraft: draft.clear,
  })

  const keyed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    if (suggestKeys.current?.(event)) return event.preventDefault()
    const format = formatOfKey(event)
    if (format) {
      event.preventDefault()
      return applyFormat(tools, format)
    }
    if (event.key === 'Escape' && editing) return onEditing(undefined)
    if (event.key === 'Escape' && quoted) return onQuoted(undefined)
    if (event.key === 'ArrowUp' && composerText.getSnapshot() === '' && !editing) {
      event.preventDefault()
      return event.altKey || !editLast() ? toMessages() : undefined
    }
    if (event.key !== 'Enter' || event.altKey) return
    // Enter sends and Shift+Enter adds a line, or the reverse, by setting; Ctrl+Enter always sends.
    if (!(event.ctrlKey || event.metaKey) && event.shiftKey === enterSends.get()) return
    event.preventDefault()
    sender.send()
  }
  const addFiles = (added: readonly File[]) => {
    if (editing) chatToast.info(t`You can't add files while you edit a message.`)
    else void files.add(added)
  }
  const latest = useRef({ keyed, addFiles })
  useEffect(() => {
    latest.current = { keyed, addFiles }
    attach({ field: fieldRef, chooser, camera, ...sender, files: () => files })
  })
  const onKeys = useCallback((handler: KeyHandler) => void (suggestKeys.current = handler), [])
  const onKey = useCallback((event: KeyboardEvent<HTMLTextAreaElement>) => latest.current.keyed(event), [])
  const onFiles = useCallback((added: readonly File[]) => latest.current.addFiles(added), [])
  const insert = useCallback((text: string) => tools.insert(text), [tools])
  const onRecord = useCallback(() => tools.open(voiceEntry), [tools])
  // A recording that was left, or is still on its way, is shown again.
  useEffect(() => {
    if (hasUnsentRecording(tools)) tools.open(voiceEntry)
  }, [tools])
  const Panel = opened?.entry.Panel

  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sender.send()
        }}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) event.preventDefault()
        }}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          // Otherwise the browser would open the file instead of the app.
          event.preventDefault()
          addFiles([...event.dataTransfer.files])
        }}
        hidden={opened?.entry.takesPlace === true}
        data-bottom-bar
        className="relative shrink-0 border-t border-line bg-surface px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:px-4"
      >
        <SuggestMenu tools={tools} onKeys={onKeys} />
        {parentId === null && <ScheduledBar cid={store.cid} connected={connected} />}
        <Counter composerText={composerText} />
        {editing && <EditBar message={editing} onCancel={() => onEditing(undefined)} />}
        {quoted && !editing && <QuoteBar message={quoted} onCancel={() => onQuoted(undefined)} />}
        {!editing && <UploadTray {...files} cid={store.cid} toText={tools.focus} />}
        {!editing && <PreviewTray cid={store.cid} previews={previews} toText={tools.focus} />}
        {!editing && <UnfilledVariablesBar tools={tools} />}
        <FileInputs files={chooser} camera={camera} onPick={onFiles} />
        {hasFormatting && <FormatPreview composerText={composerText} />}
        {hasFormatting && <FormatBar tools={tools} />}
        <div className="flex items-end gap-1">
          {!editing && <AddMenu ref={addButton} tools={tools} />}
          <EmojiButton label={t`Emoji`} onPick={insert} className="rounded-full" />
          <Field ref={fieldRef} tools={tools} to={to} onKey={onKey} onFiles={onFiles} />
          {editing || files.uploads.length > 0 ? (
            <SendButton
              composerText={composerText}
              // An edited message that was not sent is sent, not saved.
              editing={isEditing && editing.state !== 'failed'}
              hasFiles={!isEditing}
            />
          ) : (
            <SendOrRecordButton composerText={composerText} onRecord={onRecord} />
          )}
        </div>
      </form>
      {Panel && opened && <Panel tools={tools} args={opened.args} onClose={close} />}
    </>
  )
}

/** While a message is edited, the draft is set aside and restored afterwards. */
function useEditing(composerText: ComposerText, draft: DraftAutosave, editing: MessageView | undefined): void {
  const draftBefore = useRef<string>(undefined)
  const turn = useEffectEvent((message: MessageView | undefined) => {
    if (message) {
      draftBefore.current ??= composerText.getSnapshot()
      draft.setAside(draftBefore.current)
      composerText.set(message.text)
    } else if (draftBefore.current !== undefined) {
      const text = draft.textSetAside() ?? draftBefore.current
      draftBefore.current = undefined
      draft.setAside(undefined)
      composerText.set(text)
    }
  })
  useEffect(() => turn(editing), [editing])
}

interface FileInputsProps {
  files: RefObject<HTMLInputElement | null>
  camera: RefObject<HTMLInputElement | null>
  onPick: (files: readonly File[]) => void
}

/** Native file and camera inputs, opened by the "+" menu. */
function FileInputs({ files, camera, onPick }: FileInputsProps) {
  const takePicked = (input: HTMLInputElement) => {
    onPick([...(input.files ?? [])])
    // Allow choosing the same file again.
    input.value = ''
  }
  return (
    <>
      <input
        ref={files}
        data-chooser="files"
        type="file"
        multiple
        hidden
        accept={chatFileTypes}
        onChange={({ currentTarget }) => takePicked(currentTarget)}
      />
      <input
        ref={camera}
        data-chooser="camera"
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={({ currentTarget }) => takePicked(currentTarget)}
      />
    </>
  )
}
