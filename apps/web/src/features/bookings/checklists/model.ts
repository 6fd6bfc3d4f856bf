import type { ChecklistEntry, ChecklistTemplate, ChecklistType } from '@fettle/protocol/bookings/checklists'
import { CHECKLIST_LIMIT } from '@fettle/protocol/bookings/constants'
import type { ServiceType } from '../../../shared/bookings/service-types.ts'

/** Form values of a checklist. */
export interface TemplateForm {
  name: string
  service: ServiceType | ''
  items: EntryForm[]
}

/** `key` identifies items while they are reordered. */
export interface EntryForm {
  key: number
  label: string
  type: ChecklistType
  required: boolean
}

export const MAX_NAME_LENGTH = 80
export const MAX_LABEL_LENGTH = 120

const nextKey = (items: readonly EntryForm[]): number => Math.max(0, ...items.map(({ key }) => key)) + 1

export const formOf = (template?: ChecklistTemplate): TemplateForm => ({
  name: template?.name ?? '',
  service: template?.serviceCategory ?? '',
  items: template
    ? template.items.map((item, index) => ({ ...item, key: index + 1 }))
    : [{ key: 1, label: '', type: 'CHECK', required: false }],
})

export const added = (items: readonly EntryForm[]): EntryForm[] =>
  items.length >= CHECKLIST_LIMIT
    ? [...items]
    : [...items, { key: nextKey(items), label: '', type: 'CHECK', required: false }]

/** Moves an item up or down by one; at either end it stays. */
export function moveItem(items: readonly EntryForm[], key: number, by: -1 | 1): EntryForm[] {
  const from = items.findIndex((item) => item.key === key)
  const to = from + by
  const item = items[from]
  if (!item || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Items to save; empty lines are left out. */
export const entriesOf = (items: readonly EntryForm[]): ChecklistEntry[] =>
  items
    .map(({ label, type, required }) => ({ label: label.trim(), type, required }))
    .filter(({ label }) => label !== '')

/** Problems that prevent saving. */
export const problemsOf = ({ name, items }: TemplateForm): { name: boolean; items: boolean } => ({
  name: name.trim() === '',
  items: entriesOf(items).length === 0,
})
