import type { Received } from '@fettle/protocol'
import { DAY_MS } from '@fettle/protocol/core/durations'
import type { CustomerSort } from '@fettle/protocol/common/list-sorts'
import { customerRecordKinds } from '@fettle/protocol/workspace/constants'
import type {
  CustomerDetails,
  CustomerNotes,
  CustomerRecord,
  KnownCustomer,
  listCustomerHistory,
  saveCustomerNotes,
} from '@fettle/protocol/workspace/customers'
import { decodeCursor, decodeSortCursor, pageOf } from '../../platform/db/cursor.ts'
import { cursorOf, readSort } from '../../platform/db/list-query.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import * as store from './customers.store.ts'

/** `+2348031234567` → `+234••••••••67`: enough to recognise, too little to call. */
export const maskPhone = (phone: string): string =>
  phone.slice(0, 4) + '•'.repeat(Math.max(0, phone.length - 6)) + phone.slice(Math.max(4, phone.length - 2))

/** Address and phone number of a confirmed booking are hidden again this long after its end. */
export const CONTACT_SHOWN_FOR_MS = 30 * DAY_MS

interface CustomerQuery {
  q?: string | undefined
  sort?: CustomerSort
  cursor?: string | undefined
  limit: number
}

/**
 * The customers a provider has had a booking with. Phone numbers are masked: here they only distinguish equal names.
 */
export async function listCustomers(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  { q, sort = '-lastBookedAt', cursor, limit }: CustomerQuery,
): Promise<{ customers: KnownCustomer[]; nextCursor: string | null }> {
  const { by, order } = readSort(sort)
  const after = cursor === undefined ? undefined : decodeSortCursor(cursor, store.sorted[by].type)
  const found = await store.listPage(db, providerId, { text: q, by, order, after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, cursorOf)
  return { customers: page.map(({ sortValue: _, ...row }) => toView(row, { isPhoneVisible: false })), nextCursor }
}

/** A customer with the provider's notes. Throws NOT_FOUND for one without a booking with this provider. */
export async function getCustomer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  customerId: string,
): Promise<CustomerDetails> {
  const phoneShownSince = new Date(clock.now().getTime() - CONTACT_SHOWN_FOR_MS)
  const row = await store.find(db, { providerId, customerId, phoneShownSince })
  if (!row) throw notFound()
  const { note, notesVersion: version, isPhoneVisible, ...customer } = row
  return { ...toView(customer, { isPhoneVisible }), notes: { note, tags: customer.tags, version } }
}

/** One page of what a provider and a customer share, newest first. */
export async function listHistory(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  customerId: string,
  { kind, cursor, limit }: Received<typeof listCustomerHistory>['query'],
): Promise<{ records: CustomerRecord[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  if (!(await store.isKnown(db, providerId, customerId))) throw notFound()
  const kinds = kind ? [kind] : customerRecordKinds
  const found = await store.listRecords(db, { providerId, customerId, kinds, after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ id, at }) => ({ id, at }))
  return { records: page.map(toRecord), nextCursor }
}

/** Replaces a provider's note and tags of a customer. Throws VERSION_CONFLICT with the current ones. */
export const saveNotes = (
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  customerId: string,
  { note, tags, version }: Received<typeof saveCustomerNotes>['body'],
): Promise<CustomerNotes> =>
  db.transaction(async (tx) => {
    const current = await store.lockNotes(tx, providerId, customerId)
    if (!current) throw notFound()
    if (version !== undefined && version !== current.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'note', current })
    }
    const notes = { note, tags: [...new Set(tags)], version: current.version + 1 }
    await store.saveNotes(tx, { providerId, customerId, ...notes })
    return notes
  })

const notFound = () => new AppError('NOT_FOUND', { thing: 'customer' })

const toView = (
  { phone, since, lastBookedAt, lastContactAt, ...row }: store.ProviderCustomer,
  { isPhoneVisible }: { isPhoneVisible: boolean },
): KnownCustomer => ({
  ...row,
  phone: phone && !isPhoneVisible ? maskPhone(phone) : phone,
  since: since.toISOString(),
  lastBookedAt: lastBookedAt.toISOString(),
  lastContactAt: lastContactAt.toISOString(),
})

const toRecord = ({ at, startAt, paidAt, amount, currency, ...row }: store.RecordRow): CustomerRecord => ({
  ...row,
  amount: amount === null || currency === null ? null : { amount, currency },
  startAt: startAt?.toISOString() ?? null,
  paidAt: paidAt?.toISOString() ?? null,
  at: at.toISOString(),
})
