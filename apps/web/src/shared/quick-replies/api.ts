import type { QuickReply } from '@fettle/protocol/workspace/quick-replies'
import {
  createQuickReply,
  getReplyFacts,
  listQuickReplies,
  orderQuickReplies,
  removeQuickReply,
  saveQuickReply,
} from '@fettle/protocol/workspace/calls'
import type { Upload } from '@fettle/protocol/common/uploads'
import { createUpload } from '@fettle/protocol/common/calls'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { callOnce } from '../../lib/http/call-once.ts'
import { queryOf } from '../../lib/http/query.ts'

/** Query of the quick replies. */
export const repliesQuery = queryOf(listQuickReplies, {})

/** Values of the reply variables for a customer; empty without one. */
export const replyFactsOf = (customerId: string) =>
  queryOf(getReplyFacts, { query: customerId === '' ? {} : { customerId } })

export interface ReplyInput {
  shortcut: string
  text: string
  attachmentIds: string[]
}

const change = (client: QueryClient, update: (replies: QuickReply[]) => QuickReply[]) =>
  client.setQueryData<QuickReply[]>(repliesQuery.queryKey, (replies) => replies && update(replies))

/** Creates or updates a quick reply. Rejects with the server's error. */
export async function saveReply(
  client: QueryClient,
  before: Pick<QuickReply, 'id' | 'version'> | undefined,
  body: ReplyInput,
): Promise<QuickReply> {
  const saved = before
    ? await call(saveQuickReply, { params: { id: before.id }, body: { ...body, version: before.version } })
    : await callOnce(createQuickReply, { body })
  change(client, (replies) =>
    before
      ? replies.map((each) => (each.id === saved.id ? saved : each))
      : [...replies.filter(({ id }) => id !== saved.id), saved],
  )
  return saved
}

/** Deletes a quick reply. */
export async function removeReply(client: QueryClient, id: string): Promise<void> {
  await call(removeQuickReply, { params: { id } }, { keepalive: true })
  change(client, (replies) => replies.filter((each) => each.id !== id))
}

/** Reorders replies optimistically; rolled back on refusal. */
export async function orderReplies(client: QueryClient, ids: string[]): Promise<void> {
  await client.cancelQueries(repliesQuery)
  const before = client.getQueryData<QuickReply[]>(repliesQuery.queryKey)
  change(client, (replies) => ids.flatMap((id) => replies.find((each) => each.id === id) ?? []))
  try {
    client.setQueryData(repliesQuery.queryKey, await call(orderQuickReplies, { body: { ids } }))
  } catch (error) {
    client.setQueryData(repliesQuery.queryKey, before)
    throw error
  }
}

/** Uploads a file for a reply, which claims it on save. */
export const uploadForReply = (file: File): Promise<Upload> => call(createUpload, { body: { purpose: 'CHAT' }, file })
