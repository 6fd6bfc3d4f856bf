import type { ChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { CHECKLIST_LIMIT } from '@fettle/protocol/bookings/constants'
import { describe, expect, it } from 'vitest'
import { added, entriesOf, formOf, moveItem, problemsOf, type EntryForm } from './model.ts'

const item = (key: number, label: string): EntryForm => ({ key, label, type: 'CHECK', required: false })
const three = [item(1, 'Water off'), item(2, 'Photo of the meter'), item(3, 'Old parts taken away')]
const labels = (items: readonly EntryForm[]) => items.map(({ label }) => label)

describe('the form of a checklist', () => {
  it('starts with one empty line, or the saved items', () => {
    expect(formOf().items).toHaveLength(1)
    const items = [{ label: 'Pressure', type: 'NUMBER' as const, required: true }]
    const kept = { name: 'Boiler', serviceCategory: 'PLUMBING', items } as unknown as ChecklistTemplate
    expect(formOf(kept)).toEqual({ name: 'Boiler', service: 'PLUMBING', items: [{ ...items[0], key: 1 }] })
  })

  it('reorders items within its ends', () => {
    expect(labels(moveItem(three, 3, -1))).toEqual(['Water off', 'Old parts taken away', 'Photo of the meter'])
    expect(labels(moveItem(three, 1, 1))).toEqual(['Photo of the meter', 'Water off', 'Old parts taken away'])
    expect(moveItem(three, 1, -1)).toEqual(three)
    expect(moveItem(three, 3, 1)).toEqual(three)
    expect(moveItem(three, 9, 1)).toEqual(three)
  })

  it('adds lines up to the limit, with unique keys', () => {
    expect(added(three).map(({ key }) => key)).toEqual([1, 2, 3, 4])
    const full = Array.from({ length: CHECKLIST_LIMIT }, (_, index) => item(index + 1, 'x'))
    expect(added(full)).toHaveLength(CHECKLIST_LIMIT)
  })

  it('saves without empty lines', () => {
    expect(entriesOf([item(1, '  Water off '), item(2, '  ')])).toEqual([
      { label: 'Water off', type: 'CHECK', required: false },
    ])
  })

  it('needs a name and an item', () => {
    expect(problemsOf({ name: ' ', service: '', items: [item(1, '')] })).toEqual({ name: true, items: true })
    expect(problemsOf({ name: 'Boiler', service: '', items: three })).toEqual({ name: false, items: false })
  })
})
