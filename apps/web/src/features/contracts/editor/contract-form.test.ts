import { ContractDraft } from '@fettle/protocol/contracts/content'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  contentOf,
  isCompleteAddress,
  isSame,
  moveRow,
  newMilestoneRow,
  problemsIn,
  withIds,
  formOf,
} from './contract-form.ts'

const draft = z.parse(ContractDraft, {
  title: 'New kitchen',
  totalAmount: 3000,
  milestones: [
    { id: 'mil_01JA0000000000000000000001', title: 'Out', amount: 1000 },
    { id: 'mil_01JA0000000000000000000002', title: 'In', amount: 2000 },
  ],
})

describe('the form of a contract', () => {
  it('converts to input and back unchanged', () => expect(contentOf(formOf(draft))).toEqual(draft))

  it('gives a new milestone its id after saving, and never another one', () => {
    const form = formOf(draft)
    const row = newMilestoneRow(500)
    const kept = withIds({ ...form, milestones: [row, ...form.milestones] }, new Map([[row.key, 'mil_new']]))
    expect(kept.milestones.map(({ id }) => id)).toEqual(['mil_new', ...draft.milestones.map(({ id }) => id)])
    expect(withIds(kept, new Map([[row.key, 'mil_other']])).milestones[0]?.id).toBe('mil_new')
  })

  it('omits ids the server does not know', () => {
    const [first] = draft.milestones
    const { milestones } = contentOf(formOf(draft), new Set([first?.id]))
    expect(milestones.map(({ id }) => id)).toEqual([first?.id, undefined])
  })

  it('is compared without milestone ids and surrounding spaces', () => {
    const other = { ...draft, title: ' New kitchen ', milestones: draft.milestones.map(({ id: _, ...rest }) => rest) }
    expect(isSame(draft, other)).toBe(true)
    expect(isSame(draft, { ...draft, totalAmount: 3001 })).toBe(false)
  })

  it('moves a milestone up or down within the list', () => {
    const rows = formOf(draft).milestones
    expect(moveRow(rows, 0, 1).map(({ title }) => title)).toEqual(['In', 'Out'])
    expect(moveRow(rows, 0, -1)).toBe(rows)
    expect(moveRow(rows, 1, 1)).toBe(rows)
  })

  it('reports missing fields by path', () => {
    const form = formOf({ ...draft, milestones: [{ title: '', description: '', amount: 0 }] })
    expect(problemsIn(form)).toMatchObject({
      scopeOfWork: 'Describe the work.',
      siteAddress: 'Enter the address of the work.',
      'milestones.0.title': 'Enter a title of 1 to 120 characters.',
      'milestones.0.amount': 'Enter an amount of more than 0.',
    })
  })

  it('needs street and city of an address', () => {
    expect(isCompleteAddress({ line1: '5 Broad St', city: 'Lagos' })).toBe(true)
    expect(isCompleteAddress({ line1: '5', city: 'Lagos' })).toBe(false)
    expect(isCompleteAddress({ line1: '5 Broad St', city: ' ' })).toBe(false)
  })
})
