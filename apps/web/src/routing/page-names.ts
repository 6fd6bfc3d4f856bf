import { t } from '@lingui/core/macro'
import { useRail } from '../lib/browser/media.ts'

// Some pages have a shorter name in the bottom bar of a phone. Their headings and back links have the same name as the
// navigation that is shown.

/** Name of the bookings page: that in the rail, or in the bottom bar of a phone. */
export const useBookingsName = (): string => (useRail() ? t`Bookings` : t`Calendar`)

/** Name of the earnings page: that in the rail, or in the bottom bar of a phone. */
export const useEarningsName = (): string => (useRail() ? t`Earnings` : t`Money`)
