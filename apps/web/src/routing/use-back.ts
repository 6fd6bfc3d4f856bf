import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useOrigin } from './origins.ts'
import { useBookingsName, useEarningsName } from './page-names.ts'
import { normalizePath, paths } from './paths.ts'
import type { Back } from '../ui/navigation/back-link.tsx'

/** Pages that a back link names; any other is “Back”. */
const names: Record<string, MessageDescriptor> = {
  [paths.home]: msg`Home`,
  [paths.messages]: msg`Messages`,
  [paths.customers]: msg`Customers`,
  [paths.offers]: msg`Offers`,
  [paths.contracts]: msg`Contracts`,
  [paths.invoices]: msg`Invoices`,
  [paths.reviews]: msg`Reviews`,
  [paths.notifications]: msg`Notifications`,
}

/** Where the back link of a record leads: to the page it was opened from, else to `list`. */
export function useBack(list: Back): Back {
  const origin = useOrigin()
  const listNames: Record<string, string> = { [paths.bookings]: useBookingsName(), [paths.earnings]: useEarningsName() }
  if (!origin) return list
  const { path: to, steps } = origin
  const path = normalizePath(to.split('?')[0] ?? '')
  const name = names[path]
  return { to, steps, label: listNames[path] ?? (name ? i18n._(name) : t`Back`) }
}
