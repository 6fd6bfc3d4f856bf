import type { QuickReply } from '@fettle/protocol/workspace/quick-replies'
import { unfilledVariables, fillReply } from '@fettle/protocol/workspace/reply-text'
import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../../../lib/http/api-error.ts'
import { replyFactsOf } from '../../../../shared/quick-replies/api.ts'
import { valuesOf } from '../../../../shared/quick-replies/values.ts'
import { nameOf } from '../../model.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { customerOf } from '../customer.ts'
import type { ComposerTools } from './tools.types.ts'

/** Values of the template variables. Without a booking or a connection only the name is known. */
async function valuesFor(client: QueryClient, tools: ComposerTools) {
  const customerId = customerOf(tools)
  const { channel } = tools.target.store.getSnapshot()
  const firstName = channel && customerId ? (nameOf(channel, tools.me).split(/\s+/)[0] ?? null) : null
  try {
    return valuesOf(await client.fetchQuery(replyFactsOf(customerId ?? '')))
  } catch (error) {
    if (!isApiError(error)) throw error
    const mine = await client.fetchQuery(replyFactsOf('')).catch(() => undefined)
    return valuesOf({ providerFirstName: mine?.providerFirstName ?? '', customerFirstName: firstName, booking: null })
  }
}

/** Downloads the reply's files and uploads them to the conversation. */
async function addFiles(tools: ComposerTools, { attachments }: QuickReply): Promise<void> {
  const files = await Promise.all(
    attachments.map(async ({ url, name, mime }) => {
      const answer = await fetch(url)
      if (!answer.ok) throw new Error(`Downloading the file failed with status ${answer.status}`)
      return new File([await answer.blob()], name, { type: mime })
    }),
  )
  if (files.length > 0) tools.files().add(files)
}

/** Inserts a quick reply at the caret with its variables filled in, and selects the first unfilled one. */
export async function insertReply(client: QueryClient, tools: ComposerTools, reply: QuickReply): Promise<void> {
  const filled = fillReply(reply.text, await valuesFor(client, tools))
  const text = tools.writing.getSnapshot()
  const input = tools.field.current
  const start = Math.min(input?.selectionStart ?? text.length, text.length)
  const end = Math.min(input?.selectionEnd ?? text.length, text.length)
  const before = start > 0 && !/\s$/.test(text.slice(0, start)) ? ' ' : ''
  const after = end < text.length && !/^\s/.test(text.slice(end)) ? ' ' : ''
  const from = start + before.length
  const [blank] = unfilledVariables(filled)
  const caret = from + filled.length
  tools.change({
    start,
    end,
    insert: before + filled + after,
    select: blank ? [from + blank.start, from + blank.end] : [caret, caret],
  })
  try {
    await addFiles(tools, reply)
  } catch {
    chatToast.error(t`The files of the quick reply could not be added`)
  }
}
