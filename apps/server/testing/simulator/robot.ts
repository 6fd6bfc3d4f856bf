import { slotWarnings } from '@fettle/protocol/availability'
import { acceptBooking, completeBooking, startBooking } from '@fettle/protocol/booking-moves'
import { listBookings } from '@fettle/protocol/bookings'
import { createInvoice, issueInvoice } from '@fettle/protocol/invoices'
import { createProvider, type Provider } from '../people.ts'
import type { Town } from '../town.ts'

/** A provider who does whatever is to be done at once, and always the same. */
export interface Robot extends Provider {
  /** Looks at everything and does the next thing to each. */
  turn(): Promise<void>
}

/** What a robot leaves undone: it does not even look at it. */
export interface RobotWays {
  bookings?: (title: string, status: string) => boolean
}

export async function createRobot(town: Town, ways: RobotWays = {}): Promise<Robot> {
  const provider = await createProvider(town)
  const minds = ways.bookings ?? (() => true)

  async function work(): Promise<void> {
    const all = await town.call(listBookings, { query: { limit: 100, sort: 'startAt' } }, provider)
    for (const { id, status, title } of all) {
      const params = { id }
      if (!minds(title, status)) continue
      if (status === 'REQUESTED') await tries(acceptBooking, { params, body: { acknowledge: [...slotWarnings] } })
      else if (status === 'CONFIRMED') await tries(startBooking, { params, body: {} })
      else if (status === 'IN_PROGRESS') await tries(completeBooking, { params, body: { summary: 'All done.' } })
      else if (status === 'COMPLETED') await bill(id)
    }
  }
  const billed = new Set<string>()
  async function bill(id: string): Promise<void> {
    if (billed.has(id)) return
    billed.add(id)
    const invoice = await town.call(createInvoice, { body: { subject: { type: 'BOOKING', id } } }, provider)
    if (invoice.status === 'DRAFT') await tries(issueInvoice, { params: { id: invoice.id }, body: {} })
  }
  /** What is refused is looked at again the next time. */
  const tries: Town['send'] = (operation, input) => town.send(operation, input, provider)

  return {
    ...provider,
    async turn() {
      await work()
    },
  }
}
