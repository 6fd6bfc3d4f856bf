import type { Issue } from '@fettle/protocol'
import { plural, t } from '@lingui/core/macro'
import { isApiError } from '../../lib/http/api-error.ts'
import { fieldName } from '../../lib/format/field-name.ts'
import { profileFieldName } from './profile-field-names.ts'

const LINES = 5

function complaint({ code, minimum }: Issue): string {
  if (code === 'REQUIRED') return t`required`
  if (code === 'TOO_SHORT' && minimum !== undefined) {
    return minimum <= 1 ? t`required` : t`minimum ${minimum} characters`
  }
  return t`invalid format`
}

/** Formats up to five issues as "field name (problem)", then "...and N more". */
function issueLines(issues: readonly Issue[]): string[] {
  const named = issues.filter(({ field }) => field !== '')
  const lines = named
    .slice(0, LINES)
    .map((issue) => `${profileFieldName(issue.field) ?? fieldName(issue.field)} (${complaint(issue)})`)
  const more = named.length - LINES
  return more > 0 ? [...lines, plural(more, { one: '...and # more', other: '...and # more' })] : lines
}

/** Error text of a 400 or 422 on a profile form. */
function validationText(failure: { issues: readonly Issue[]; serverMessage?: string | undefined }): string {
  const lines = issueLines(failure.issues)
  if (lines.length > 0) return [t`Please check the following fields:`, ...lines].join('\n')
  if (failure.issues.length > 0) return t`Please check all required fields`
  return failure.serverMessage ?? t`Please ensure all required fields are filled in correctly`
}

/** Error text of a failed profile save. `fallback` names what failed. */
export function profileErrorText(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback
  if (error.status === 401) {
    return t`Authentication failed. Your session may have expired. Please try logging in again.`
  }
  if (error.status === 400 || error.status === 422) return validationText(error)
  if (error.status >= 500) return error.serverMessage ?? t`Server error occurred. Please try again`
  return error.serverMessage ?? (error.status === 0 ? error.message : fallback)
}
