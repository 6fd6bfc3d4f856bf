import type { MessageDescriptor } from '@lingui/core'
import type { LucideIcon } from 'lucide-react'
import { type ComponentType, useMemo, useState, type RefObject } from 'react'
import { createStore } from '@fettle/chat-client/store'
import { type Previews, type Suggestions, createPreviews, createSuggestions } from '@fettle/chat-client'
import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import { type FilesToSend, useUploads } from './uploads/uploads.ts'
import { type ComposerTarget, draftKeyOf, readDraft } from './drafts.ts'
import { type TextChange, type ComposerText, changeText } from './composer-text.ts'
import { othersOf } from '../channel-members.ts'
import { chat } from '../connection/chat.ts'

/** Functions for the composer's parts and its "+" menu. The object is stable for the composer's lifetime. */
export interface ComposerTools {
  target: ComposerTarget
  me: string
  composerText: ComposerText
  suggestions: Suggestions
  previews: Previews
  /** Replaces a range of the text as if it were typed. */
  change: (how: TextChange) => void
  /** Inserts text at the caret, replacing the selection, as if it were typed. */
  insert: (text: string) => void
  focus: () => void
  /** The text field. */
  field: { readonly current: HTMLTextAreaElement | null }
  files: () => FilesToSend
  /**
   * Returns a function that sends files as a message of their own, which replies to what is quoted now; the text stays.
   * It also works after the composer was closed.
   */
  fileSender: () => (attachments: Attachment[]) => void
  /**
   * Schedules the text and its files. Resolves to false when they cannot be sent yet, after saying why; rejects when the
   * server refuses. Both keep them.
   */
  sendLater: (sendAt: string) => Promise<boolean>
  /** Opens an entry of the "+" menu with the text after its command. */
  open: (entry: AddEntry, args?: string) => void
  /** Opens the file chooser; requires a user gesture. */
  chooseFiles: () => void
  /** Opens the phone's camera; requires a user gesture. */
  takePhoto: () => void
}

export interface AddPanelProps {
  tools: ComposerTools
  /** Text after the slash command; empty when opened from the menu. */
  args: string
  onClose: () => void
}

interface AddEntryBase {
  id: string
  label: MessageDescriptor
  icon: LucideIcon
  /** Name of the equivalent built-in command: `poll` for "/poll". */
  command?: string
  /** Offered only when this returns true. */
  isOffered?: (tools: ComposerTools) => boolean
}

interface ActionEntry extends AddEntryBase {
  run: (tools: ComposerTools) => void
}

interface PanelEntry extends AddEntryBase {
  /** Closes itself. */
  Panel: ComponentType<AddPanelProps>
  /** The panel replaces the composer while it is open. */
  takesPlace?: boolean
}

/** Entry of the "+" menu, which acts at once or opens a panel. It can also have a slash command. */
export type AddEntry = ActionEntry | PanelEntry

/** Returns the customer of a direct channel; undefined when the other member is none. */
export function customerOf({ target, me }: Pick<ComposerTools, 'target' | 'me'>): string | undefined {
  const { channel } = target.store.getSnapshot()
  return channel ? othersOf(channel, me).find(({ userId }) => userId.startsWith('cus_'))?.userId : undefined
}

interface OpenedEntry {
  entry: PanelEntry
  args: string
}

interface ComposerParts {
  tools: ComposerTools
  /** Sets what the tools act on. */
  attach: (reach: ComposerReach) => void
  files: FilesToSend
  opened: OpenedEntry | undefined
  close: () => void
}

type ComposerActions = Pick<ComposerTools, 'fileSender' | 'sendLater' | 'files'>

/** Parts of a composer its tools act on; set after each render. */
interface ComposerReach extends ComposerActions {
  field: RefObject<HTMLTextAreaElement | null>
  chooser: RefObject<HTMLInputElement | null>
  camera: RefObject<HTMLInputElement | null>
}

function makeTools(
  target: ComposerTarget,
  me: string,
  open: (opened: OpenedEntry) => void,
): { tools: ComposerTools; attach: (reach: ComposerReach) => void } {
  let reach: ComposerReach | undefined
  const composerText = createStore(readDraft(me, draftKeyOf(target)).text)
  const change: ComposerTools['change'] = (edit) => {
    const input = reach?.field.current
    if (input) return changeText(input, composerText, edit)
    const text = composerText.getSnapshot()
    composerText.set(text.slice(0, edit.start) + edit.insert + text.slice(edit.end))
  }
  const tools: ComposerTools = {
    target,
    me,
    composerText,
    suggestions: createSuggestions(chat, { cid: target.store.cid }),
    previews: createPreviews(chat),
    change,
    insert(text) {
      const input = reach?.field.current
      const end = composerText.getSnapshot().length
      change({ start: input?.selectionStart ?? end, end: input?.selectionEnd ?? end, insert: text })
    },
    focus: () => reach?.field.current?.focus({ preventScroll: true }),
    field: {
      get current() {
        return reach?.field.current ?? null
      },
    },
    files: () => reach?.files() ?? nothing,
    fileSender: () => reach?.fileSender() ?? (() => undefined),
    sendLater: (sendAt) => reach?.sendLater(sendAt) ?? Promise.resolve(false),
    chooseFiles: () => reach?.chooser.current?.click(),
    takePhoto: () => reach?.camera.current?.click(),
    open(entry, args = '') {
      if ('run' in entry) entry.run(tools)
      else open({ entry, args })
    },
  }
  return { tools, attach: (next) => void (reach = next) }
}

const nothing: FilesToSend = {
  uploads: [],
  pictures: {},
  add: () => Promise.resolve(),
  retry: () => undefined,
  remove: () => undefined,
  sendProblem: null,
  take: () => [],
}

/** Creates the composer's stable tools and the state of its open panel. */
export function useTools({ store, parentId }: ComposerTarget, me: string): ComposerParts {
  const [opened, setOpened] = useState<OpenedEntry>()
  const files = useUploads({ store, parentId }, me)
  const tools = useMemo(() => makeTools({ store, parentId }, me, setOpened), [store, parentId, me])
  return { ...tools, files, opened, close: () => setOpened(undefined) }
}
