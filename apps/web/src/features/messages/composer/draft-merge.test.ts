import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeDraft, type LocalDraft } from './drafts.ts'

const noon = Date.parse('2026-03-03T12:00:00.000Z')
const theirs = (text: string, version: number, minutes = 0, quotedMessageId: string | null = null) => ({
  text,
  quotedMessageId,
  attachments: [],
  version,
  updatedAt: new Date(noon + minutes * 60_000).toISOString(),
})
const mine = (text: string, overrides: Partial<LocalDraft> = {}): LocalDraft => ({
  text,
  quotedId: null,
  files: [],
  at: noon,
  version: 1,
  dirty: true,
  ...overrides,
})

describe('merging drafts of two devices', () => {
  it("takes the other device's draft when nothing changed here", () => {
    expect(mergeDraft(undefined, theirs('There', 3), false)).toMatchObject({ text: 'There', version: 3, dirty: false })
    expect(mergeDraft(mine('Here', { dirty: false }), theirs('There', 2, -9), false).text).toBe('There')
    expect(mergeDraft(mine('Sent', { dirty: false }), theirs('', 2), false).text).toBe('')
  })

  it('takes the later one when both changed', () => {
    expect(mergeDraft(mine('Here'), theirs('There', 2, 1), false).text).toBe('There')
    expect(mergeDraft(mine('Here'), theirs('There', 2, -1), false)).toEqual(mine('Here', { version: 2 }))
  })

  it('ignores the echo of earlier local text, whatever the clocks', () => {
    expect(mergeDraft(mine('Here I am'), theirs('Here', 2, 60), true)).toEqual(mine('Here I am', { version: 2 }))
    expect(mergeDraft(mine('Here'), theirs('Here', 2), true)).toMatchObject({ text: 'Here', dirty: false })
  })

  it('treats text, files and quote as one unit', () => {
    expect(mergeDraft(mine('Here'), theirs('Here', 2, 1, 'm1'), false)).toMatchObject({ quotedId: 'm1', dirty: false })
    const answer = mine('Here', { quotedId: 'm2' })
    expect(mergeDraft(answer, theirs('Here', 2, -1, 'm1'), false)).toEqual({ ...answer, version: 2 })
  })

  it('ignores older versions', () => {
    const kept = mine('Here', { version: 5 })
    expect(mergeDraft(kept, theirs('There', 5, 9), false)).toBe(kept)
    expect(mergeDraft(kept, theirs('There', 4, 9), false)).toBe(kept)
  })

  it('does not depend on order or repetition of events', () => {
    const versionLists = fc.uniqueArray(fc.nat({ max: 20 }), { minLength: 1 })
    fc.assert(
      fc.property(versionLists, fc.infiniteStream(fc.nat()), (versions, order) => {
        const received = versions.map((version) => theirs(`v${version}`, version + 2, version))
        const shuffled = received
          .map((draft) => ({ draft, place: order.next().value ?? 0 }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ draft }) => draft)
        const end = (all: typeof received) =>
          all.reduce<LocalDraft>((kept, draft) => mergeDraft(kept, draft, false), mine('', { dirty: false }))
        expect(end([...shuffled, ...shuffled])).toEqual(end(received))
      }),
    )
  })
})
