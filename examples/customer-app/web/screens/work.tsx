import type { Result } from '@fettle/protocol'
import type { ReactNode } from 'react'
import type { Operations } from '../../src/operations.ts'
import { call } from '../lib/api.ts'
import { formatMoment, formatMoney } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { RowLink } from '../ui/card.tsx'
import { Chip, jobState } from '../ui/chip.tsx'
import { Page, Waiting } from '../ui/page.tsx'

/** States that wait for the customer, which come first. */
const waiting = new Set(['AWAITING_CONFIRMATION', 'SENT', 'VIEWED', 'PENDING_SIGNATURES', 'ISSUED', 'PARTIALLY_PAID'])

/** Contracts whose work goes on: something in them may wait for the customer. */
const running = new Set(['ACTIVE', 'ON_HOLD'])

type Work = { id: string; title: string; status: string; createdAt: string }

const rowOf = (screen: string, { id, title, status, createdAt }: Work, detail: string) => {
  const href = linkTo(screen, id)
  return { href, title, status, createdAt, detail, isWaiting: waiting.has(status) }
}

/** Jobs about which something may wait for the customer. */
const open = new Set(['REQUESTED', 'CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'])

async function jobRowOf(job: Result<Operations['listBookings']>[number]) {
  const row = rowOf('bookings', job, `Job · ${job.startAt ? formatMoment(job.startAt, job.timeZone) : 'no time yet'}`)
  if (!open.has(job.status)) return row
  const booking = await call('getBooking', { params: { id: job.id } })
  const task = booking.priceAdjustments.some(({ allowedActions }) => allowedActions.includes('approve'))
    ? 'price to agree to'
    : booking.pendingProposal?.proposedBy === 'PROVIDER' && 'other times to answer'
  const isWaiting = Boolean(task) || booking.allowedActions.includes('accept')
  return { ...row, status: jobState(booking), isWaiting, ...(task && { detail: `${row.detail} · ${task}` }) }
}

async function contractRowOf(contract: Result<Operations['listContracts']>[number]) {
  const row = rowOf('contracts', contract, `Contract · ${formatMoney(contract.total)}`)
  if (!running.has(contract.status)) return row
  const { amendments, milestones, allowedActions } = await call('getContract', { params: { id: contract.id } })
  const task = allowedActions.includes('accept-termination')
    ? 'proposal to end it'
    : amendments.some((change) => change.allowedActions.includes('sign'))
      ? 'change order to sign'
      : milestones.some((milestone) => milestone.allowedActions.includes('approve')) && 'work to approve'
  return task ? { ...row, detail: `${row.detail} · ${task}`, isWaiting: true } : row
}

/** The amount left to pay where payments or a deposit cover a part, otherwise the total. */
const amountOf = ({ due, total }: Result<Operations['listInvoices']>[number]) =>
  due.amount > 0 && due.amount < total.amount ? `${formatMoney(due)} left to pay` : formatMoney(total)

function disputeRowOf(dispute: Result<Operations['listDisputes']>[number]) {
  const { subject, amountInDispute, stage } = dispute
  const detail = amountInDispute ? `Dispute · ${formatMoney(amountInDispute)}` : 'Dispute'
  const row = rowOf('disputes', { ...dispute, title: subject.title }, detail)
  return { ...row, isWaiting: stage.awaiting.includes('CUSTOMER') }
}

/** Everything of the customer, newest first. */
async function loadRows() {
  const query = { limit: 30 }
  const [bookings, offers, contracts, invoices, disputes] = await Promise.all([
    call('listBookings', { query }),
    call('listOffers', { query }),
    call('listContracts', { query }),
    call('listInvoices', { query }),
    call('listDisputes', { query }),
  ])
  return [
    ...(await Promise.all(bookings.map(jobRowOf))),
    ...offers.map((quote) =>
      rowOf('offers', quote, `Quote · ${quote.total ? formatMoney(quote.total) : 'no price yet'}`),
    ),
    ...(await Promise.all(contracts.map(contractRowOf))),
    ...invoices.map((invoice) => rowOf('invoices', invoice, `Invoice · ${amountOf(invoice)}`)),
    ...disputes.map(disputeRowOf),
  ].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}

/** Everything the customer has going on, in one list. */
export function WorkPage(): ReactNode {
  const { data: rows, error } = useLoaded('work', loadRows)
  if (!rows) return <Waiting error={error} />
  const groups = {
    'Waiting for you': rows.filter(({ isWaiting }) => isWaiting),
    'Everything else': rows.filter(({ isWaiting }) => !isWaiting),
  }
  return (
    <Page title="My work">
      {rows.length === 0 && <p className="py-10 text-center text-muted">Nothing yet. Find somebody for a job first.</p>}
      {Object.entries(groups).map(
        ([title, rows]) =>
          rows.length > 0 && (
            <section key={title} className="grid gap-2">
              <h2 className="font-semibold text-muted">{title}</h2>
              {rows.map(({ href, title, status, detail }) => (
                <RowLink key={href} href={href}>
                  <strong className="block font-semibold [overflow-wrap:anywhere]">{title}</strong>
                  <span className="mt-1 flex flex-wrap items-center justify-between gap-2 text-muted">
                    {detail}
                    <Chip status={status} />
                  </span>
                </RowLink>
              ))}
            </section>
          ),
      )}
    </Page>
  )
}
