import { describe, expect, it } from 'vitest'
import { mergeConsents, actionErrorOf } from './action-error.ts'

describe('a refused action', () => {
  const refused = (code: string, details = {}) => actionErrorOf({ code, message: 'Because.', details })

  it('for a taken slot names the conflicting booking', () => {
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

describe('consecutive consents', () => {
  const overlap = { allowOverlap: true, overlapReason: 'My apprentice goes' }

  it('are combined: the overlap reason is given once, before the warnings', () => {
    expect(mergeConsents(overlap, { acknowledge: ['DAILY_MAX'] })).toEqual({ ...overlap, acknowledge: ['DAILY_MAX'] })
    expect(mergeConsents({ acknowledge: ['DAILY_MAX'] }, overlap)).toEqual({ ...overlap, acknowledge: ['DAILY_MAX'] })
    expect(mergeConsents({ acknowledge: ['DAILY_MAX'] }, { acknowledge: ['HOLIDAY', 'DAILY_MAX'] })).toEqual({
      acknowledge: ['DAILY_MAX', 'HOLIDAY'],
    })
  })

  it('contain no warning that was not shown', () => expect(mergeConsents({}, overlap)).toEqual(overlap))
})
