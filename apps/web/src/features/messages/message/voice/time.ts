import { t } from '@lingui/core/macro'
import { minutesAndSeconds } from '../../../../lib/format/dates.ts'

/** Formats milliseconds as `0:07` or `12:30`. */
export const timeText = (milliseconds: number): string => minutesAndSeconds(Math.floor(milliseconds / 1_000))

/** Accessible time text: `0:07 of 0:12`. */
export const spokenTime = (at: number, of: number): string => t`${timeText(at)} of ${timeText(of)}`
