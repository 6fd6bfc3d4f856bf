import { describe, expect, it } from 'vitest'
import { bothConsents, actionErrorOf } from './action-error.ts'

describe('a refusal', () => {
  const refused = (code: string, details = {}) => actionErrorOf({ code, message: 'Because.', details })

  it('for a taken time names the job that stands there', () => {
    const conflicts = [{ id: 'bkg_2', reference: 'BK-2026-000123', title: 'Drain' }]
    expect(refused('SLOT_CONFLICT', { conflicts })).toMatchObject({ kind: 'conflict', with: conflicts[0] })
    expect(refused('SLOT_CONFLICT')).toEqual({ kind: 'conflict', message: 'Because.', with: undefined })
    expect(refused('SLOT_CONFLICT', { conflicts: ['?'] })).toMatchObject({ with: undefined })
  })

  it.each([
    ['REQUEST_EXPIRED', 'expired'],
    ['VERSION_CONFLICT', 'changed'],
    ['INVALID_TRANSITION', 'changed'],
    ['NETWORK', 'offline'],
    ['NOT_FOUND', 'gone'],
    ['INTERNAL', 'other'],
  ])('%s means %s', (code, kind) => expect(refused(code).kind).toBe(kind))
})

describe('consents given one after the other', () => {
  const overlap = { allowOverlap: true, overlapReason: 'My apprentice goes' }

  it('are all given: who lets it overlap and is shown a warning next says why only once', () => {
    expect(bothConsents(overlap, { acknowledge: ['DAILY_MAX'] })).toEqual({ ...overlap, acknowledge: ['DAILY_MAX'] })
    expect(bothConsents({ acknowledge: ['DAILY_MAX'] }, overlap)).toEqual({ ...overlap, acknowledge: ['DAILY_MAX'] })
    expect(bothConsents({ acknowledge: ['DAILY_MAX'] }, { acknowledge: ['HOLIDAY', 'DAILY_MAX'] })).toEqual({
      acknowledge: ['DAILY_MAX', 'HOLIDAY'],
    })
  })

  it('name no warning where none was seen', () => expect(bothConsents({}, overlap)).toEqual(overlap))
})
