import type { Problems, Written } from './written.ts'

/** What each part of the sheet is given. */
export interface PartProps {
  written: Written
  problems: Problems
  currency: string
  set: (patch: Partial<Written>) => void
}
