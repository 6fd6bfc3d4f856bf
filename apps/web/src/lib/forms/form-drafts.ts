import { markStored } from './dirty-fields.ts'
import { readTab, tabKeys, writeTab } from '../browser/tab-storage.ts'

/** Drafts of forms: survive reloads, but not the tab or the session. */
export type FormDraft = Record<string, unknown>

const PREFIX = 'draft:'

/** Reads the stored draft of a form. */
export const readDraft = (form: string): FormDraft | undefined => readTab(PREFIX + form) as FormDraft | undefined

const isBlank = (draft: FormDraft): boolean =>
  Object.values(draft).every((value) => value === '' || value === undefined || value === null || value === false)

/** Stores a draft; an empty form is not stored. */
export function writeDraft(form: string, draft: FormDraft, isEmpty = isBlank(draft)): void {
  writeTab(PREFIX + form, isEmpty ? undefined : draft)
  markStored()
}

/** Removes the stored draft of a form. */
export const clearDraft = (form: string): void => writeTab(PREFIX + form, undefined)

/** Number of stored drafts whose name begins with one of these. */
export const countDrafts = (...prefixes: readonly string[]): number =>
  prefixes.flatMap((prefix) => tabKeys(PREFIX + prefix)).length

/** Removes all drafts on logout, so that the next person does not see them. */
export const clearDrafts = (): void => tabKeys(PREFIX).forEach((key) => writeTab(key, undefined))

/** Key of the user whose drafts this tab has. */
const OWNER = 'drafts-of'

/** Removes the drafts of another user, whose session ended without a logout here: it expired, or ended in another tab. */
export function claimDrafts(user: string): void {
  const owner = readTab(OWNER)
  if (owner === user) return
  if (owner !== undefined) clearDrafts()
  writeTab(OWNER, user)
}
