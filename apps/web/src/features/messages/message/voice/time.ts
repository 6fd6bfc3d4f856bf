import { t } from '@lingui/core/macro'

/** Formats milliseconds as `0:07` or `12:30`. */
export function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Accessible time text: `0:07 of 0:12`. */
export const spokenTime = (at: number, of: number): string => t`${timeText(at)} of ${timeText(of)}`
