import { setPaymentDispute, lockDisputablePayment, applyDisputeOutcomeToPayment } from '../../invoices/index.ts'
import type { SubjectHandler } from './subjects.ts'

/** Direct payments reported by the provider: they took place or not. */
const payment: SubjectHandler = {
  async inspect(deps, tx, person, id) {
    const found = await lockDisputablePayment(deps, tx, person, id)
    return {
      providerId: found.providerId,
      customer: found.customer,
      label: found.number,
      title: found.title,
      status: found.status,
      until: found.until,
      total: { amount: found.amount, currency: found.currency },
      wholeOnly: true,
      invoiceId: found.invoiceId,
      bookingId: found.bookingId,
      contractId: found.contractId,
    }
  },
  // Nothing else changes meanwhile, because the platform holds none of the money.
  open: (_, tx, __, { id, subject }) => setPaymentDispute(tx, subject.id, id),
  async resolve(deps, tx, { subject }, { isRestored, isWithdrawn, toProvider, reason }) {
    if (isWithdrawn) await setPaymentDispute(tx, subject.id, null)
    if (!isRestored)
      await applyDisputeOutcomeToPayment(deps, tx, subject.id, { wasPaid: (toProvider ?? 0) > 0, reason })
  },
  claims: async () => [],
  endings: () => [],
  async collectEvidence(_, __, { subject, invoiceId, bookingId, contractId }) {
    return {
      timelines: [{ type: 'payment', id: subject.id }, ...(invoiceId ? [{ type: 'invoice', id: invoiceId }] : [])],
      fileIds: [],
      documents: [
        ...(invoiceId ? [{ type: 'INVOICE' as const, id: invoiceId, label: subject.label }] : []),
        ...(bookingId ? [{ type: 'BOOKING' as const, id: bookingId, label: '' }] : []),
        ...(contractId ? [{ type: 'CONTRACT' as const, id: contractId, label: '' }] : []),
      ],
    }
  },
}

export const paymentSubjects = { PAYMENT: payment }
