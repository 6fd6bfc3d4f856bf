import { readTab, tabKeys, writeTab } from '../browser/tab-storage.ts'

/** What somebody has typed into a form and not sent: it outlives a reload, and neither the tab nor the session. */
export type FormDraft = Record<string, unknown>

const PREFIX = 'draft:'

export const readDraft = (form: string): FormDraft | undefined => readTab(PREFIX + form) as FormDraft | undefined

/** Keeps what was typed; nothing is kept of a form in which nothing stands. */
export function writeDraft(form: string, draft: FormDraft): void {
  const empty = Object.values(draft).every(
    (value) => value === '' || value === undefined || value === null || value === false,
  )
  writeTab(PREFIX + form, empty ? undefined : draft)
}

export const clearDraft = (form: string): void => writeTab(PREFIX + form, undefined)

/** When somebody logs out: the next one at this screen must not find what they typed. */
export const clearDrafts = (): void => tabKeys(PREFIX).forEach((key) => writeTab(key, undefined))
