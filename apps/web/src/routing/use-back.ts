import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useOrigin } from './origins.ts'
import { normalisePath, paths } from './paths.ts'
import type { Back } from '../ui/navigation/back-link.tsx'

/** Pages that a back link names; any other is “Back”. */
const names: Record<string, MessageDescriptor> = {
  [paths.home]: msg`Home`,
  [paths.bookings]: msg`Bookings`,
  [paths.messages]: msg`Messages`,
  [paths.customers]: msg`Customers`,
  [paths.offers]: msg`Offers`,
  [paths.contracts]: msg`Contracts`,
  [paths.earnings]: msg`Earnings`,
  [paths.invoices]: msg`Invoices`,
  [paths.reviews]: msg`Reviews`,
  [paths.notifications]: msg`Notifications`,
}

/** Where the back link of a record leads: to the page it was opened from, else to `list`. */
export function useBack(list: Back): Back {
  const origin = useOrigin()
  if (!origin) return list
  const { path: to, steps } = origin
  const name = names[normalisePath(to.split('?')[0] ?? '')]
  return { to, steps, label: name ? i18n._(name) : t`Back` }
}
