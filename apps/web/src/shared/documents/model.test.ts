import { documentTypes, type ProviderDocument } from '@fettle/protocol/accounts/documents'
import { describe, expect, it } from 'vitest'
import { currentDocuments, documentGroups, earlierDocuments, expiryOf, sidesOf } from './model.ts'

const document = (given: Partial<ProviderDocument>) =>
  ({
    type: 'PASSPORT',
    side: 'SINGLE',
    status: 'UNDER_REVIEW',
    createdAt: '2026-11-20T09:00:00Z',
    ...given,
  }) as ProviderDocument

describe('documents', () => {
  it('have a place for every type', () => {
    expect(Object.values(documentGroups).flat().sort()).toEqual([...documentTypes].sort())
  })

  it('of cards have two sides, unless one PDF shows both', () => {
    expect(sidesOf('NATIONAL_ID', false)).toEqual(['FRONT', 'BACK'])
    expect(sidesOf('NATIONAL_ID', true)).toEqual(['SINGLE'])
    expect(sidesOf('PASSPORT', false)).toEqual(['SINGLE'])
  })

  it('must tell their end only for insurance', () => {
    expect(['INSURANCE_CERTIFICATE', 'PASSPORT', 'SELFIE'].map((type) => expiryOf(type as 'PASSPORT'))).toEqual([
      'required',
      'optional',
      'none',
    ])
  })

  it('are listed by type, sides together, and what is over apart', () => {
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
