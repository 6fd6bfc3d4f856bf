import type { Location } from '@fettle/protocol/bookings'
import type { ContractDraft, MilestoneDraft } from '@fettle/protocol/contracts/content'
import { contractProblems } from '@fettle/protocol/contracts/problems'
import { translateValidation } from '../../../lib/i18n/validation-messages.ts'
import { randomId } from '../../../lib/random-id.ts'

/** Form state of a contract draft. */

/** Milestone of the form. `key` is stable; `id` is assigned on the first save. */
export interface MilestoneFormRow extends MilestoneDraft {
  key: string
}
export type ContractForm = Omit<ContractDraft, 'milestones'> & { milestones: readonly MilestoneFormRow[] }

export const newMilestoneRow = (amount = 0): MilestoneFormRow => ({
  key: randomId(),
  title: '',
  description: '',
  amount,
  dueDate: null,
})

export const formOf = ({ milestones, ...content }: ContractDraft): ContractForm => ({
  ...content,
  milestones: milestones.map((milestone) => ({ ...milestone, key: milestone.id ?? randomId() })),
})

/** Content to save, without ids the server does not know. */
export const contentOf = (
  { milestones, ...content }: ContractForm,
  savedIds?: ReadonlySet<string | undefined>,
): ContractDraft => ({
  ...content,
  milestones: milestones.map(({ key: _, id, ...milestone }) => ({
    ...milestone,
    ...(id !== undefined && (!savedIds || savedIds.has(id)) && { id }),
  })),
})

/** The form with the ids the server assigned to its milestones. */
export const withIds = (form: ContractForm, ids: ReadonlyMap<string, string>): ContractForm => ({
  ...form,
  milestones: form.milestones.map((row) => {
    const id = row.id ?? ids.get(row.key)
    return id === undefined ? row : { ...row, id }
  }),
})

/** Whether two drafts have equal content; null and undefined are equal, and milestone ids are ignored. */
export function isSame(one: ContractDraft, other: ContractDraft): boolean {
  return JSON.stringify(normalised(one)) === JSON.stringify(normalised(other))
}

/** A draft whose JSON is equal to that of another with equal content. */
export const normalised = (content: ContractDraft): ContractDraft =>
  sorted({ ...content, milestones: content.milestones.map(({ id: _, ...rest }) => rest) }) as ContractDraft

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}

/** Problems that prevent signing, by path: `title`, `milestones`, `milestones.0.amount`. */
export type ContractProblems = Readonly<Record<string, string>>

export const problemsIn = (form: ContractForm): ContractProblems =>
  // The first problem of a path is the one shown.
  Object.fromEntries(
    contractProblems(contentOf(form))
      .toReversed()
      .map(({ path, message }) => [path.join('.'), translateValidation(message)]),
  )

/** Whether an address can be saved: it needs street and city. */
export const isCompleteAddress = ({ line1, city }: Pick<Location, 'line1' | 'city'>): boolean =>
  line1.trim().length >= 3 && city.trim().length >= 2

/** Moves a milestone up or down by one. */
export function moveRow(rows: readonly MilestoneFormRow[], index: number, by: -1 | 1): readonly MilestoneFormRow[] {
  const to = index + by
  const row = rows[index]
  if (!row || to < 0 || to >= rows.length) return rows
  const rest = rows.filter((_, at) => at !== index)
  return [...rest.slice(0, to), row, ...rest.slice(to)]
}

/** Puts a removed milestone back. It is a new one: the server may know no more of it. */
export const withRestored = (
  rows: readonly MilestoneFormRow[],
  index: number,
  { id: _, ...removed }: MilestoneFormRow,
): readonly MilestoneFormRow[] => rows.toSpliced(index, 0, removed)
