import { createPreviews, createSuggestions } from '@fettle/chat-client'
import { useMemo, useState, type RefObject } from 'react'
import { chat } from '../chat.ts'
import type { AddEntry } from './add-entries.ts'
import { draftKeyOf, readDraft } from './drafts.ts'
import type { ComposerTarget } from './target.ts'
import type { ComposerTools } from './tools.ts'
import { useUploads, type FilesToSend } from './use-uploads.ts'
import { changeText, createWriting } from './writing.ts'

interface OpenedEntry {
  entry: AddEntry
  args: string
}

interface Parts {
  tools: ComposerTools
  /** Tells the tools what they reach. */
  attach: (reach: Reach) => void
  files: FilesToSend
  opened: OpenedEntry | undefined
  close: () => void
}

type Doings = Pick<ComposerTools, 'sendFiles' | 'sendLater' | 'files'>

/** What of a composer its tools reach; told after each drawing. */
interface Reach extends Doings {
  field: RefObject<HTMLTextAreaElement | null>
  chooser: RefObject<HTMLInputElement | null>
  camera: RefObject<HTMLInputElement | null>
}

function makeTools(
  place: ComposerTarget,
  me: string,
  open: (opened: OpenedEntry) => void,
): { tools: ComposerTools; attach: (reach: Reach) => void } {
  let reach: Reach | undefined
  const writing = createWriting(readDraft(me, draftKeyOf(place)).text)
  const change: ComposerTools['change'] = (how) => {
    const input = reach?.field.current
    if (input) return changeText(input, writing, how)
    const text = writing.getSnapshot()
    writing.set(text.slice(0, how.start) + how.insert + text.slice(how.end))
  }
  const tools: ComposerTools = {
    target: place,
    me,
    writing,
    suggestions: createSuggestions(chat, { cid: place.store.cid }),
    previews: createPreviews(chat),
    change,
    insert(text) {
      const input = reach?.field.current
      const end = writing.getSnapshot().length
      change({ start: input?.selectionStart ?? end, end: input?.selectionEnd ?? end, insert: text })
    },
    focus: () => reach?.field.current?.focus({ preventScroll: true }),
    field: {
      get current() {
        return reach?.field.current ?? null
      },
    },
    files: () => reach?.files() ?? nothing,
    sendFiles: (attachments) => reach?.sendFiles(attachments),
    sendLater: (sendAt) => reach?.sendLater(sendAt) ?? Promise.resolve(),
    chooseFiles: () => reach?.chooser.current?.click(),
    takePhoto: () => reach?.camera.current?.click(),
    open(entry, args = '') {
      if (entry.run && (args !== '' || !entry.Panel)) entry.run(tools, args)
      else if (entry.Panel) open({ entry, args })
    },
  }
  return { tools, attach: (next) => void (reach = next) }
}

const nothing: FilesToSend = {
  uploads: [],
  pictures: {},
  add: () => undefined,
  retry: () => undefined,
  remove: () => undefined,
  whyNot: null,
  take: () => [],
}

/** What a composer works with, and what is open over it. */
export function useTools({ store, parentId }: ComposerTarget, me: string): Parts {
  const [opened, setOpened] = useState<OpenedEntry>()
  const files = useUploads({ store, parentId }, me)
  const made = useMemo(() => makeTools({ store, parentId }, me, setOpened), [store, parentId, me])
  return { ...made, files, opened, close: () => setOpened(undefined) }
}
