import type { BookingStatus, Price } from '@fettle/protocol/bookings'
import { empty, sql, type Queryable } from '../../../platform/db/db.ts'
import { isContactShown } from '../../customers/index.ts'
import { withCustomer } from '../listing/booking-rows.store.ts'
import { comesAfter, selectByText, matching, type SelectedListing } from '../../../platform/db/list-query.ts'
import { paged, type BookingScope } from '../listing/listing.store.ts'

export interface BookingExportRow {
  id: string
  reference: string
  status: BookingStatus
  title: string
  service: string | null
  customer: string
  /** Null where the provider may no longer see it. */
  phone: string | null
  startAt: Date | null
  endAt: Date | null
  timeZone: string
  city: string
  model: Price['model']
  /** The fixed price or the hourly rate. */
  amount: number | null
  /** Total of hourly work. */
  finalAmount: number | null
  adjustmentsTotal: number
  /** False while it is to quote, and where a milestone is paid instead. */
  hasOwnPrice: boolean
  /** Currency of the approved extra work. Null if none was approved, or its sum is zero. */
  extraCurrency: string | null
  currency: string | null
  tags: string[]
  createdAt: Date
}

/** The filter with the ids that match its text. */
export const chooseRows = async (db: Queryable, choice: BookingScope): Promise<SelectedListing<BookingScope>> =>
  (await selectByText(db, paged, choice)).chosen

/** A page of the export. */
interface ExportPage {
  after: { startAt: Date | null; id: string } | undefined
  limit: number
  /** Phones of jobs that ended later are included. */
  phonesSince: Date
}

/** The rows after `after`, latest start first: a short index read for any page. */
export const listPage = (
  db: Queryable,
  chosen: SelectedListing<BookingScope>,
  { after, limit, phonesSince }: ExportPage,
) =>
  db.query<BookingExportRow>(sql`
    select b.id, b.reference, b.status, b.title, b.service_category as service, c.name as customer,
           case when b.confirmed_at is not null and ${isContactShown(phonesSince)} then c.phone end as phone,
           b.start_at as "startAt", b.end_at as "endAt",
           b.time_zone as "timeZone", b.location ->> 'city' as city, b.price_model as model, b.price_amount as amount, b.final_amount as "finalAmount",
           b.adjustments_total as "adjustmentsTotal", b.price_currency as currency, b.tags, b.created_at as "createdAt",
           b.price_model <> 'TO_QUOTE' and b.milestone_id is null as "hasOwnPrice",
           case when b.adjustments_total <> 0 then (
             select a.currency from price_adjustments a where a.booking_id = b.id and a.status = 'APPROVED' limit 1
           ) end as "extraCurrency"
    from ${withCustomer}
    where ${matching(paged, chosen)}
      ${after ? sql`and ${comesAfter(paged, { order: 'latest', after: { at: after.startAt, id: after.id } })}` : empty}
      ${chosen.statuses ? sql`and b.status = any(${[...chosen.statuses]})` : empty}
    order by b.start_at desc, b.id desc limit ${limit}::int`)
