import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeDraft, type LocalDraft } from './drafts.ts'

const noon = Date.parse('2026-03-03T12:00:00.000Z')
const serverDraft = (text: string, version: number, minutes = 0, quotedMessageId: string | null = null) => ({
  text,
  quotedMessageId,
  attachments: [],
  version,
  updatedAt: new Date(noon + minutes * 60_000).toISOString(),
})
const localDraft = (text: string, overrides: Partial<LocalDraft> = {}): LocalDraft => ({
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
    expect(mergeDraft(undefined, serverDraft('There', 3), false)).toMatchObject({
      text: 'There',
      version: 3,
      dirty: false,
    })
    expect(mergeDraft(localDraft('Here', { dirty: false }), serverDraft('There', 2, -9), false).text).toBe('There')
    expect(mergeDraft(localDraft('Sent', { dirty: false }), serverDraft('', 2), false).text).toBe('')
  })

  it('takes the later one when both changed', () => {
    expect(mergeDraft(localDraft('Here'), serverDraft('There', 2, 1), false).text).toBe('There')
    expect(mergeDraft(localDraft('Here'), serverDraft('There', 2, -1), false)).toEqual(
      localDraft('Here', { version: 2 }),
    )
  })

  it('ignores the echo of earlier local text, whatever the clocks', () => {
    expect(mergeDraft(localDraft('Here I am'), serverDraft('Here', 2, 60), true)).toEqual(
      localDraft('Here I am', { version: 2 }),
    )
    expect(mergeDraft(localDraft('Here'), serverDraft('Here', 2), true)).toMatchObject({ text: 'Here', dirty: false })
  })

  it('treats text, files and quote as one unit', () => {
    expect(mergeDraft(localDraft('Here'), serverDraft('Here', 2, 1, 'm1'), false)).toMatchObject({
      quotedId: 'm1',
      dirty: false,
    })
    const answer = localDraft('Here', { quotedId: 'm2' })
    expect(mergeDraft(answer, serverDraft('Here', 2, -1, 'm1'), false)).toEqual({ ...answer, version: 2 })
  })

  it('ignores older versions', () => {
    const kept = localDraft('Here', { version: 5 })
    expect(mergeDraft(kept, serverDraft('There', 5, 9), false)).toBe(kept)
    expect(mergeDraft(kept, serverDraft('There', 4, 9), false)).toBe(kept)
  })

  it('does not depend on order or repetition of events', () => {
    const versionLists = fc.uniqueArray(fc.nat({ max: 20 }), { minLength: 1 })
    fc.assert(
      fc.property(versionLists, fc.infiniteStream(fc.nat()), (versions, order) => {
        const received = versions.map((version) => serverDraft(`v${version}`, version + 2, version))
        const shuffled = received
          .map((draft) => ({ draft, place: order.next().value ?? 0 }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ draft }) => draft)
        const end = (all: typeof received) =>
          all.reduce<LocalDraft>((kept, draft) => mergeDraft(kept, draft, false), localDraft('', { dirty: false }))
        expect(end([...shuffled, ...shuffled])).toEqual(end(received))
      }),
    )
  })
})
