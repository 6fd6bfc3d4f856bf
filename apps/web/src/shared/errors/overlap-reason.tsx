import type { SlotWarning } from '@fettle/protocol/availability/availability'
import { t } from '@lingui/core/macro'
import { isApiError } from '../../lib/http/api-error.ts'
import { TextField } from '../../ui/forms/field.tsx'
import type { Consent } from './action-error.ts'

/** Consent with which a refused action can be repeated: acknowledged warnings, or a reason for the overlap. */
export type NeededConsent = { kind: 'warnings'; consent: Consent } | { kind: 'overlap' }

/** The consent that would let a refused action pass; undefined when none does. Time off cannot be overlapped. */
export function consentTo(error: unknown): NeededConsent | undefined {
  if (!isApiError(error)) return undefined
  const { code, details } = error
  if (code === 'ACKNOWLEDGE_REQUIRED') {
    const warnings = (details['warnings'] ?? []) as Pick<SlotWarning, 'code'>[]
    return { kind: 'warnings', consent: { acknowledge: warnings.map((warning) => warning.code) } }
  }
  const conflicts = (details['conflicts'] ?? []) as { kind?: string }[]
  return code === 'SLOT_CONFLICT' && !conflicts.some(({ kind }) => kind === 'TIME_OFF')
    ? { kind: 'overlap' }
    : undefined
}

/** Whether a reason is long enough to be accepted. */
export const isReason = (reason: string): boolean => reason.trim().length >= 3

/** Consent to an overlap, for a reason. */
export const overlapWith = (reason: string): Consent => ({ allowOverlap: true, overlapReason: reason.trim() })

/** Field for why two jobs may overlap. */
export const OverlapReason = (props: { value: string; onChange: (reason: string) => void; isSubmitted: boolean }) => (
  <TextField
    label={t`Reason for the overlap`}
    value={props.value}
    maxLength={200}
    onChange={(event) => props.onChange(event.target.value)}
    error={
      props.isSubmitted && !isReason(props.value) ? t`Enter a reason for the overlap (3 to 200 characters).` : undefined
    }
  />
)
