import { expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { assertFacts } from './documents.rules.ts'

const proofOf = (issuedAt: string) => ({
  type: 'PROOF_OF_ADDRESS' as const,
  side: undefined,
  isPdf: true,
  issuedAt,
  expiresAt: undefined,
})

it('a proof of address may be three months old, to the last day of a shorter month', () => {
  const today = '2026-05-31'
  expect(assertFacts(proofOf('2026-02-28'), today)).toBe('SINGLE')
  expect(() => assertFacts(proofOf('2026-02-27'), today)).toThrow(AppError)
})
