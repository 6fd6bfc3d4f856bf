import { saveOfferDraft, getOffer } from '@fettle/protocol/offers/calls'
import type { OfferDetails } from '@fettle/protocol/offers'
import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { isApiError } from '../../../lib/http/api-error.ts'
import { registerSender } from '../../../lib/offline/device-queue.ts'
import { whenIdle } from '../../../lib/browser/idle.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { cacheOffer } from '../api.ts'

/** Saves drafts through the offline queue. */

/** Kind of the queued mutation that saves a draft. */
export const SAVE_DRAFT_MUTATION = 'offer-draft'

/** Payload of that mutation: the draft and the version it replaces. */
export interface DraftPayload extends Record<string, unknown> {
  version: number
  content: OfferDraft
}

/** The server's draft in a version conflict. */
export interface ServerDraft {
  version: number
  content: OfferDraft
}

/** Reads the server's draft from a version conflict. */
export function conflictFromError(error: unknown): ServerDraft | null | undefined {
  if (!isApiError(error) || error.code !== 'VERSION_CONFLICT') return undefined
  return (error.details['current'] as ServerDraft | null | undefined) ?? null
}

/** Versions of drafts discarded on this page. */
const discardedVersions = new Map<string, number>()

/** Drops what an open editor has not saved yet of a discarded draft. */
export const forgetDraft = (id: string, version: number): void => {
  discardedVersions.set(id, version)
}

/** Whether content was made from a discarded draft. A new draft starts without a version. */
export const isDiscarded = (id: string, version: number): boolean =>
  version > 0 && version <= (discardedVersions.get(id) ?? 0)

/** Drafts this page has sent, with or without a response: a lost response must not look like another person's edit. */
const sentDrafts = new Map<string, OfferDraft[]>()
const MAX_SENT_DRAFTS = 8

const textOf = (content: OfferDraft): string => JSON.stringify(sorted(content))

/** Canonical form for comparison: sorted keys; null and undefined are equal. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}

export const isSameDraft = (one: OfferDraft, other: OfferDraft): boolean => textOf(one) === textOf(other)

/** Sends a draft and updates the cache. A conflict with this page's own earlier save is not a conflict. */
export async function sendDraft(
  client: QueryClient,
  { id: key, subject: id, payload }: Pick<QueuedMutation, 'id' | 'subject' | 'payload'>,
): Promise<OfferDetails> {
  const { version, content } = payload as DraftPayload
  const before = sentDrafts.get(id) ?? []
  sentDrafts.set(id, [...before, content].slice(-MAX_SENT_DRAFTS))
  const save = (from: number, idempotencyKey: string) =>
    call(saveOfferDraft, { params: { id }, body: { version: from, content } }, { idempotencyKey })
  const settle = async (error: unknown): Promise<OfferDetails> => {
    const current = conflictFromError(error)
    if (!current) throw error
    const serverText = textOf(current.content)
    if (serverText === textOf(content)) return call(getOffer, { params: { id } })
    if (before.some((draft) => textOf(draft) === serverText)) return save(current.version, `${key}-again`)
    throw error
  }
  const offer = await save(version, key).catch(settle)
  // Wait until idle, because updating the cache re-renders the page of somebody who is typing.
  await whenIdle()
  cacheOffer(client, offer)
  return offer
}

/** Registers the sender of offer drafts. */
export const registerDraftSender = (client: QueryClient): void =>
  registerSender([SAVE_DRAFT_MUTATION], (mutation) => sendDraft(client, mutation))
