import type { KpiItem, KpiKey } from '@fettle/protocol/workspace/dashboard'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'

/** Texts shown when a KPI is opened, loaded with its sheet. */

const meanings: Record<KpiKey, MessageDescriptor> = {
  earnings: msg`What your work, tips and cancellation fees brought, less the platform’s share and what was given back.`,
  upcomingValue: msg`The agreed value of your confirmed bookings, and what of your running contracts is not approved yet. Jobs that are still to be quoted add nothing.`,
  jobsCompleted: msg`Jobs you finished in this time and your customer confirmed.`,
  responseTime: msg`Half of the requests of this time were answered faster, counted in your working hours.`,
  acceptanceRate: msg`Accepted requests of all you accepted, declined or missed. Withdrawn ones and those declined for safety are left out.`,
  offerWinRate: msg`Accepted offers of all you sent in this time that were decided or ran out.`,
  openOffersValue: msg`What the offers that wait for a customer's answer come to.`,
  onTimeRate: msg`Arrivals within the agreed window and ten minutes, of all arrivals.`,
  providerCancellationRate: msg`Confirmed bookings that ended early through you, of all confirmed ones. Contested ones are left out until settled.`,
  rating: msg`The mean of your published reviews. Hidden ones are left out, contested ones count until they are settled.`,
  repeatCustomers: msg`Customers you did two jobs or more for in this time, of all you did one for.`,
  profileStrength: msg`How much of your profile is filled in.`,
}

/** One sentence on what the KPI counts. */
export const kpiMeaning = (key: KpiKey): string => i18n._(meanings[key])

const itemParts: Record<string, MessageDescriptor> = {
  accountNumber: msg`Bank account`,
  serviceType: msg`Trade and skill`,
  address: msg`Address`,
  documents: msg`Identity document`,
  dateOfBirth: msg`Date of birth`,
  avatar: msg`Profile picture`,
  phone: msg`Phone number`,
}

/** Title of an item: booking, offer, customer, ledger entry or part of the profile. */
export function itemTitle({ kind, id, title }: KpiItem): string {
  const part = kind === 'PROFILE' ? itemParts[id] : undefined
  return part ? i18n._(part) : title
}

export function itemDetail({ kind, reference, customerName, jobs, weight }: KpiItem): string {
  const count = jobs ?? 0
  const share = weight ?? 0
  if (kind === 'CUSTOMER') return plural(count, { one: '# job', other: '# jobs' })
  if (kind === 'PROFILE') return t`${share} % of your profile`
  return [reference, customerName].filter(Boolean).join(' · ')
}
