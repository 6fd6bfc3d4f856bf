import type { KpiItem, KpiKey } from '@fettle/protocol/workspace/dashboard'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'

/** Texts shown when a KPI is opened, loaded with its sheet. */

const meanings: Record<KpiKey, MessageDescriptor> = {
  earnings: msg`Income from work, tips and cancellation fees, minus platform fees and refunds.`,
  upcomingValue: msg`The value of your confirmed bookings, plus the part of your running contracts not yet approved. Jobs without a price aren't included.`,
  jobsCompleted: msg`Jobs you finished in this period that your customer confirmed.`,
  responseTime: msg`Your median reply time, in working hours.`,
  acceptanceRate: msg`Share of requests you accepted. Withdrawn requests and those you declined for safety aren't counted.`,
  offerWinRate: msg`Share of the offers you sent in this period that were accepted. Offers still open aren't counted.`,
  openOffersValue: msg`The total of offers awaiting a reply.`,
  onTimeRate: msg`Share of your arrivals within the agreed window plus ten minutes.`,
  providerCancellationRate: msg`Share of confirmed bookings that ended early because of you. Contested ones aren't counted until they're resolved.`,
  rating: msg`The average of your published reviews. Hidden ones aren't counted; contested ones count until they're resolved.`,
  repeatCustomers: msg`Share of customers who had two or more jobs with you in this period.`,
  profileStrength: msg`How complete your profile is.`,
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

export function itemDetail({ kind, title, reference, customerName, jobs, weight }: KpiItem): string {
  const count = jobs ?? 0
  const share = weight ?? 0
  if (kind === 'CUSTOMER') return plural(count, { one: '# job', other: '# jobs' })
  if (kind === 'PROFILE') return t`${share}% of your profile`
  // A payment of a contract is titled by its reference.
  return [reference !== title && reference, customerName].filter(Boolean).join(' · ')
}
