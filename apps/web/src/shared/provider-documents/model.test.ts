import type { ProviderDocument } from '@fettle/protocol/accounts/documents'
import { describe, expect, it } from 'vitest'
import { currentDocuments, earlierDocuments, expiryOf, sidesOf } from './model.ts'

const document = (overrides: Partial<ProviderDocument>) =>
  ({
    type: 'PASSPORT',
    side: 'SINGLE',
    status: 'UNDER_REVIEW',
    createdAt: '2026-11-20T09:00:00Z',
    ...overrides,
  }) as ProviderDocument

describe('document types', () => {
  it('of cards have two sides, unless one PDF shows both', () => {
    expect(sidesOf('NATIONAL_ID')).toEqual(['FRONT', 'BACK'])
    expect(sidesOf('NATIONAL_ID', { isPdf: true })).toEqual(['SINGLE'])
    expect(sidesOf('PASSPORT')).toEqual(['SINGLE'])
  })

  it('require an expiry date for insurance only', () => {
    expect(['INSURANCE_CERTIFICATE', 'PASSPORT', 'SELFIE'].map((type) => expiryOf(type as 'PASSPORT'))).toEqual([
      'required',
      'optional',
      'none',
    ])
  })

  it('are listed in order, sides together, and expired ones apart', () => {
    const list = [
      document({ type: 'TRADE_CERTIFICATE' }),
      document({ type: 'NATIONAL_ID', side: 'BACK' }),
      document({ type: 'NATIONAL_ID', side: 'FRONT' }),
      document({ status: 'WITHDRAWN' }),
      document({ status: 'SUPERSEDED' }),
    ]
    expect(currentDocuments(list).map(({ type, side }) => `${type} ${side}`)).toEqual([
      'NATIONAL_ID FRONT',
      'NATIONAL_ID BACK',
      'TRADE_CERTIFICATE SINGLE',
    ])
    expect(earlierDocuments(list)).toHaveLength(2)
  })
})
