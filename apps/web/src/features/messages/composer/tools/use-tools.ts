import { createPreviews, createSuggestions } from '@fettle/chat-client'
import { useMemo, useState, type RefObject } from 'react'
import { chat } from '../../connection/chat.ts'
import type { AddEntry, ComposerTools } from './tools.types.ts'
import { draftKeyOf, readDraft } from '../drafts/drafts.ts'
import type { ComposerTarget } from '../target.ts'
import { useUploads, type FilesToSend } from '../files/use-uploads.ts'
import { changeText, createComposerText } from '../text/composer-text.ts'

interface OpenedEntry {
  entry: AddEntry
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

type ComposerActions = Pick<ComposerTools, 'sendFiles' | 'sendLater' | 'files'>

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
  const writing = createComposerText(readDraft(me, draftKeyOf(target)).text)
  const change: ComposerTools['change'] = (how) => {
    const input = reach?.field.current
    if (input) return changeText(input, writing, how)
    const text = writing.getSnapshot()
    writing.set(text.slice(0, how.start) + how.insert + text.slice(how.end))
  }
  const tools: ComposerTools = {
    target,
    me,
    writing,
    suggestions: createSuggestions(chat, { cid: target.store.cid }),
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

/** Creates the composer's stable tools and the state of its open panel. */
export function useTools({ store, parentId }: ComposerTarget, me: string): ComposerParts {
  const [opened, setOpened] = useState<OpenedEntry>()
  const files = useUploads({ store, parentId }, me)
  const made = useMemo(() => makeTools({ store, parentId }, me, setOpened), [store, parentId, me])
  return { ...made, files, opened, close: () => setOpened(undefined) }
}
