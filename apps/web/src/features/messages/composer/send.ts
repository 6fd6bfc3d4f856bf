import { createMessageId, parseCommand, type MessageView } from '@fettle/chat-client'
import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import { unfilledVariables } from '@fettle/protocol/workspace/reply-text'
import { t } from '@lingui/core/macro'
import { mentionedIn } from '../message/text/mentions.ts'
import { othersOf } from '../channel-members.ts'
import { chatToast } from '../alerts/chat-toast.ts'
import { chatText } from '../chat-texts.ts'
import { isRefused } from '../conversation/is-refused.ts'
import { runCommand } from './add-menu.tsx'
import { isTooLong } from './field.tsx'
import { scheduled } from './schedule/scheduled-messages.ts'
import type { ComposerTools } from './composer-tools.ts'
import type { FilesToSend } from './uploads/uploads.ts'

/** The parts of a message besides its text, and the callbacks of its composer. */
interface ComposerMessage {
  quoted: MessageView | undefined
  onQuoted: (message: MessageView | undefined) => void
  editing: MessageView | undefined
  onEditing: (message: MessageView | undefined) => void
  onSent: () => void
  files: FilesToSend
  /** Removes the draft, which has been sent. */
  clearDraft: () => void
}

export interface ComposerSender {
  send: () => void
  fileSender: ComposerTools['fileSender']
  sendLater: (sendAt: string) => Promise<boolean>
}

function sendProblemText(reason: NonNullable<FilesToSend['sendProblem']>, { uploads }: FilesToSend): string {
  if (reason !== 'upload-failed') return chatText({ code: reason })
  const name = uploads.find(({ state }) => state === 'failed')?.name ?? ''
  return t`${name} wasn't uploaded. Upload it again or remove it.`
}

/** Messages whose change was sent while they were edited: they may no longer have the text they began with. */
const changed = new WeakSet<MessageView>()

/** Messages whose scheduling got no answer, per composer. */
const unanswered = new WeakMap<ComposerTools, { id: string; content: string }>()

/** Schedules a message. After a lost answer the same id is used again, so that it is not scheduled twice. */
async function scheduleOnce(
  tools: ComposerTools,
  message: Omit<Parameters<typeof scheduled.create>[0]['message'], 'id'>,
  sendAt: string,
): Promise<void> {
  const content = JSON.stringify(message)
  const before = unanswered.get(tools)
  const isRepeated = before?.content === content
  const id = isRepeated ? before.id : createMessageId()
  unanswered.set(tools, { id, content })
  try {
    await scheduled.create({ cid: tools.target.store.cid, message: { ...message, id }, sendAt })
    // The first attempt may have arrived, with another time.
    const saved = scheduled.getSnapshot()[id]
    if (isRepeated && saved?.sendAt !== sendAt) await scheduled.update({ messageId: id, sendAt })
  } catch (error) {
    if (isRefused(error)) unanswered.delete(tools)
    throw error
  }
  unanswered.delete(tools)
}

/**
 * Creates the functions that send the content of the composer: as a message, an edit, a command or a scheduled message.
 * Content that is refused stays in the composer.
 */
export function createSender(tools: ComposerTools, message: ComposerMessage): ComposerSender {
  const { composerText, target, previews } = tools
  const { store, parentId } = target
  const { quoted, onQuoted, editing, onEditing, onSent, files, clearDraft } = message

  const mentionsIn = (text: string) => {
    const { channel } = store.getSnapshot()
    return mentionedIn(text, channel ? othersOf(channel, tools.me).map(({ user }) => user) : [])
  }
  const optionsOf = (text: string) => {
    const mentions = mentionsIn(text)
    const previewUrls = previews.urls().filter((url) => text.includes(url))
    return {
      ...(parentId !== null && { parentId }),
      ...(quoted && { quotedMessageId: quoted.id }),
      ...(mentions.length > 0 && { mentions }),
      ...(previewUrls.length > 0 && { previewUrls }),
    }
  }

  const clear = () => {
    onQuoted(undefined)
    composerText.set('')
    previews.reset()
    clearDraft()
    tools.focus()
  }

  /** Removes a command that was run, and keeps what was typed while it ran. */
  const clearCommand = (command: string) => {
    const text = composerText.getSnapshot().trim()
    if (text === command) clear()
    else if (text.startsWith(command)) composerText.set(text.slice(command.length).trimStart())
  }

  /** Whether the text can be sent. Otherwise shows the problem and moves the caret there. */
  const checkSendable = (text: string): boolean => {
    if (isEmptyText(text) && (editing !== undefined || files.uploads.length === 0)) return false
    if (isTooLong(text)) {
      chatToast.error(t`This message is too long.`)
      return false
    }
    const [blank] = editing ? [] : unfilledVariables(text)
    if (blank) {
      chatToast.error(t`Fill in ${blank.text} first.`)
      tools.focus()
      tools.field.current?.setSelectionRange(blank.start, blank.end)
      return false
    }
    if (editing || files.sendProblem === null) return true
    chatToast.error(sendProblemText(files.sendProblem, files))
    return false
  }

  const change = (edited: MessageView, newText: string) => {
    tools.focus()
    if (edited.state === 'failed') {
      const mentions = mentionsIn(newText)
      // Where it was deleted meanwhile, the text is a new message.
      if (!store.retry(edited.id, { text: newText, mentions }))
        store.send(newText, { ...(parentId !== null && { parentId }), mentions })
      return onEditing(undefined)
    }
    if (newText === edited.text && !changed.has(edited)) return onEditing(undefined)
    changed.add(edited)
    store.edit(edited.id, newText, { mentions: mentionsIn(newText) }).then(
      () => {
        // Meanwhile more may have been written, in this message or in the next one.
        if (composerText.getSnapshot().trim() === newText) onEditing(undefined)
      },
      // The text stays in the field.
      (error: unknown) => chatToast.failed(t`Couldn't change the message`, error),
    )
  }

  return {
    send() {
      const text = composerText.getSnapshot().trim()
      if (!checkSendable(text)) return
      if (editing) return change(editing, text)
      const command = files.uploads.length === 0 && parseCommand(text)
      if (command) return void runCommand(tools, command, () => clearCommand(text))
      const options = optionsOf(text)
      const attachments = files.take()
      store.send(text, { ...options, ...(attachments.length > 0 && { attachments }) })
      clear()
      onSent()
    },
    fileSender() {
      const options = optionsOf('')
      onQuoted(undefined)
      return (attachments) => {
        store.send('', { ...options, attachments })
        onSent()
      }
    },
    async sendLater(sendAt) {
      const text = composerText.getSnapshot().trim()
      if (editing || !checkSendable(text)) return false
      const ready = files.uploads.flatMap(({ attachment }) => (attachment ? [attachment.id] : []))
      const attachmentIds = ready.length > 0 ? { attachmentIds: ready } : {}
      const content = { text, ...optionsOf(text), ...attachmentIds }
      await scheduleOnce(tools, content, sendAt)
      files.take()
      // Meanwhile the next message may have been started.
      if (composerText.getSnapshot().trim() === text) clear()
      else onQuoted(undefined)
      return true
    },
  }
}
