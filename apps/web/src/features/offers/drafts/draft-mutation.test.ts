import { OfferDraft } from '@fettle/protocol/offers/content'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/http/api-error.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import * as apiModule from '../../../lib/http/api.ts'
import * as deviceQueueModule from '../../../lib/offline/device-queue.ts'
import {
  conflictFromError as conflictIn,
  SAVE_DRAFT_MUTATION as SAVE_DRAFT,
  isSameDraft,
  registerDraftSender as sendDraftsOn,
} from './draft-mutation.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

const api = { answers: [] as ((body: unknown) => unknown)[], calls: [] as unknown[] }
replaceExports(apiModule, {
  call: async (operation: { name: string }, { body }: { body?: { version: number } }, options?: object) => {
    api.calls.push([operation.name, body?.version, options])
    return api.answers.shift()?.(body)
  },
})
const senders = new Map<string, (mutation: QueuedMutation) => Promise<unknown>>()
replaceExports(deviceQueueModule, {
  registerSender: (kinds: string[], send: (mutation: QueuedMutation) => Promise<unknown>) =>
    kinds.forEach((kind) => senders.set(kind, send)),
})

const draft = (title: string): OfferDraft => z.parse(OfferDraft, { title })
const offer = (id: string, version: number) => () => ({ id, status: 'DRAFT', draftRevision: { version } })
const conflict = (version: number, content: OfferDraft) => () => {
  const details = { current: { version, content } }
  throw new ApiError({ status: 409, code: 'VERSION_CONFLICT', message: 'Somebody else wrote.', details })
}
let count = 0
const send = (id: string, version: number, content: OfferDraft) =>
  senders.get(SAVE_DRAFT)?.({
    id: `deed${(count += 1)}`,
    user: 'usr_1',
    subject: id,
    kind: SAVE_DRAFT,
    payload: { version, content },
    occurredAt: '2026-11-25T07:00:00Z',
    tries: 0,
    state: 'waiting',
  })

beforeEach(() => {
  api.answers = []
  api.calls = []
  sendDraftsOn(new QueryClient())
})

describe('sending a draft', () => {
  it('includes the version it replaces', async () => {
    api.answers = [offer('off_1', 2)]
    expect(await send('off_1', 1, draft('Pump'))).toMatchObject({ draftRevision: { version: 2 } })
    expect(api.calls).toEqual([['offers.saveDraft', 1, { idempotencyKey: expect.stringMatching(/^deed/) }]])
  })

  it("conflicts with another person's edit", async () => {
    api.answers = [conflict(5, draft('Written elsewhere'))]
    const refused = await send('off_2', 1, draft('Pump'))?.catch((error: unknown) => error)
    expect(conflictIn(refused)).toMatchObject({ version: 5, content: { title: 'Written elsewhere' } })
  })

  it('does not conflict with its own save after a lost response', async () => {
    api.answers = [conflict(2, draft('Pump')), offer('off_3', 2)]
    expect(await send('off_3', 1, draft('Pump'))).toMatchObject({ draftRevision: { version: 2 } })
    expect(api.calls.map((call) => (call as unknown[])[0])).toEqual(['offers.saveDraft', 'offers.get'])
  })

  it('follows an own earlier save after a lost response', async () => {
    const lost = () => {
      throw new ApiError({ status: 0, code: 'NETWORK', message: 'No answer' })
    }
    api.answers = [lost]
    await send('off_4', 1, draft('Pump'))?.catch(() => undefined)
    api.answers = [conflict(2, draft('Pump')), offer('off_4', 3)]
    expect(await send('off_4', 1, draft('Pump and tank'))).toMatchObject({ draftRevision: { version: 3 } })
    expect(api.calls.at(-1)).toEqual(['offers.saveDraft', 2, { idempotencyKey: expect.stringMatching(/-again$/) }])
  })
})

it('drafts are equal whatever their key order, and undefined equals null', () => {
  const { title, ...rest } = draft('Pump')
  expect(isSameDraft(draft('Pump'), { ...rest, validUntil: null, title })).toBe(true)
  expect(isSameDraft(draft('Pump'), draft('Tank'))).toBe(false)
})

it('other refusals are no conflict', () => {
  expect(conflictIn(new ApiError({ status: 409, code: 'INVALID_TRANSITION', message: 'No' }))).toBeUndefined()
  expect(conflictIn(new Error('?'))).toBeUndefined()
})
