import { t } from '@lingui/core/macro'
import { useRail } from '../lib/browser/media.ts'

// Pages with a shorter name in the bottom bar of a phone. Their headings, and the links back to them, have the name by
// which the navigation of the same screen leads there.

export const useBookingsName = (): string => (useRail() ? t`Bookings` : t`Calendar`)
export const useEarningsName = (): string => (useRail() ? t`Earnings` : t`Money`)
