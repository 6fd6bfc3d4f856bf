import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { actionsFrom, unreachableStates } from '../core/flow.ts'
import { OfferDraft } from './content.ts'
import { canonicalText, diffOffers } from './diff.ts'
import { emptyDraft } from './empty-draft.ts'
import {
  finalOfferStatuses,
  OfferAction,
  offerUpdates,
  offerFlow,
  offerTransitionNames,
  type OfferStatus,
} from './index.ts'

describe('the flow of an offer', () => {
  it('reaches every state', () => {
    expect(unreachableStates(offerFlow)).toEqual([])
  })

  it('leaves every non-final state without an operator', () => {
    const stuck = offerFlow.states.filter((state) =>
      (['PROVIDER', 'CUSTOMER', 'SYSTEM'] as const).every(
        (role) => actionsFrom<OfferStatus, string, string>(offerFlow, state, role).length === 0,
      ),
    )
    expect(stuck).toEqual([...finalOfferStatuses])
  })

  it('names each action once', () => {
    expect(OfferAction.options).toEqual([...new Set([...offerTransitionNames, ...Object.keys(offerUpdates)])])
  })
})

it('an empty draft is what the schema makes of nothing', () => {
  expect(emptyDraft).toEqual(z.parse(OfferDraft, {}))
})

describe('canonical JSON', () => {
  it('is independent of key order and missing keys', () => {
    expect(canonicalText({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}')
    expect(canonicalText({ a: 1, b: 2 })).toBe(canonicalText({ b: 2, a: 1 }))
  })
})

describe('differences between two revisions', () => {
  const line = (id: string, unitPrice: number, over = {}) => ({
    id,
    kind: 'LABOUR',
    name: `Line ${id}`,
    quantity: '1',
    unit: 'ITEM',
    unitPrice,
    ...over,
  })
  const draft = (over: object) => z.parse(OfferDraft, { title: 'A bathroom', ...over })
  const before = draft({ lineItems: [line('a', 100), line('b', 200), line('c', 300)] })

  it('are reported by line, with the difference of totals', () => {
    const after = draft({
      terms: 'Half before.',
      lineItems: [line('b', 250, { costPrice: 10 }), line('a', 100), line('d', 50)],
    })
    expect(diffOffers(before, after)).toEqual({
      added: [{ id: 'd', name: 'Line d', amount: 50 }],
      removed: [{ id: 'c', name: 'Line c', amount: 300 }],
      changed: [{ id: 'b', name: 'Line b', changes: [{ field: 'unitPrice', before: 200, after: 250 }] }],
      fields: [{ field: 'terms', before: '', after: 'Half before.' }],
      totalBefore: 600,
      totalAfter: 400,
      totalDelta: -200,
    })
  })

  it('are none for equal revisions', () => {
    expect(diffOffers(before, before)).toMatchObject({ added: [], removed: [], changed: [], fields: [], totalDelta: 0 })
  })
})
