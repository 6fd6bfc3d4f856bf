import { ContractDraft } from '@fettle/protocol/contracts/content'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { changedSections } from './version-changes.ts'

const content = z.parse(ContractDraft, { title: 'New kitchen', scopeOfWork: 'Units out.', totalAmount: 300_000 })

describe('differences of two versions', () => {
  it('are none for equal content', () => expect(changedSections(content, structuredClone(content))).toEqual([]))

  it('are the changed sections in reading order', () => {
    const after = {
      ...content,
      totalAmount: 328_000,
      scopeOfWork: 'Units out and in.',
      warranty: { months: 6, text: '' },
    }
    expect(changedSections(content, after)).toEqual(['scopeOfWork', 'totalAmount', 'warranty'])
  })
})
