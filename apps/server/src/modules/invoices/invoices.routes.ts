import * as protocol from '@fettle/protocol/invoices/invoices'
import * as customers from '@fettle/protocol/marketplace/invoices'
import * as payments from '@fettle/protocol/invoices/payments'
import type { FastifyRequest } from 'fastify'
import type { MarketplaceActor, Routers } from '../../actors.ts'
import { asProvider, operatorActor } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import { fieldError } from '../../platform/errors.ts'
import { pdfDownload } from '../../platform/http/download.ts'
import { versionOf } from '../../platform/http/if-match.ts'
import { localeOfRequest } from '../../platform/http/locale.ts'
import { actingCustomerOf } from '../../platform/http/acting-customer.ts'
import { Reply } from '../../platform/http/router.ts'
import { listBillable, type ChargingDeps } from './charging.service.ts'
import * as service from './invoices.service.ts'
import { printInvoice } from './pdf/invoice-pdf.service.ts'
import * as paid from './payments/payments.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export function serveInvoices(deps: ChargingDeps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(
    protocol.listInvoices,
    async ({ actor, query }) => {
      const { invoices, meta } = await service.list(deps, actor.id, query)
      return new Reply(invoices, { meta: { ...meta } })
    },
    { mayLag: true },
  )
  provider.serve(protocol.listInvoiceCards, ({ actor, query }) => service.listCards(deps, actor.id, query.ids))
  provider.serve(protocol.listBillableJobs, ({ actor, query }) =>
    listBillable(deps.db, { ...query, providerId: actor.id }),
  )
  provider.serve(protocol.getInvoice, ({ actor, params }) => service.get(deps, actor.id, params.id))
  provider.serve(protocol.getInvoiceTimeline, ({ actor, params }) => service.getTimeline(deps, actor.id, params.id))
  provider.serve(protocol.getInvoicePdf, async ({ actor, params, request }) => {
    const viewer = { role: 'PROVIDER', id: actor.id } as const
    return pdfDownload(await printInvoice(deps, viewer, { ...params, locale: localeOfRequest(request) }))
  })
  provider.serve(protocol.createInvoice, ({ actor, body }) => service.create(deps, asProvider(actor), body))
  provider.serve(protocol.issueInvoice, ({ actor, params, body, request }) =>
    service.issue(deps, asProvider(actor), params.id, { ...body, version: versionOf(request, body.version) }),
  )
  provider.serve(protocol.voidInvoice, ({ actor, params, body, request }) =>
    service.voidInvoice(deps, asProvider(actor), params.id, { ...body, version: versionOf(request, body.version) }),
  )
  provider.serve(protocol.remindOfInvoice, ({ actor, params, body, request }) =>
    service.remind(deps, asProvider(actor), params.id, versionOf(request, body.version)),
  )
  provider.serve(payments.recordPayment, ({ actor, body }) => paid.recordDirect(deps, asProvider(actor), body))
}

/** Registers the customers' side of invoices, called by the marketplace. */
export function serveMarketplaceInvoices(deps: Deps, { marketplace }: Pick<Routers, 'marketplace'>): void {
  const viewerOf = (request: FastifyRequest, customerId?: string) =>
    ({ role: 'CUSTOMER', id: actingCustomerOf(request, customerId) }) as const

  marketplace.serve(customers.listMarketplaceInvoices, async ({ query: { customerId, ...page }, request }) => {
    const actingId = actingCustomerOf(request, customerId)
    if (actingId === undefined) throw fieldError(['customerId'], 'REQUIRED', issueText('INVOICES_OF_REQUIRED'))
    const { invoices, nextCursor } = await service.listForCustomer(deps, actingId, page)
    return new Reply(invoices, { meta: { nextCursor } })
  })
  marketplace.serve(customers.getMarketplaceInvoice, ({ params, query, request }) =>
    service.getForCustomer(deps, viewerOf(request, query.customerId), params.id),
  )
  marketplace.serve(customers.getMarketplaceInvoicePdf, async ({ params, query, request }) => {
    const viewer = viewerOf(request, query.customerId)
    return pdfDownload(await printInvoice(deps, viewer, { ...params, locale: localeOfRequest(request) }))
  })
  marketplace.serve(payments.recordMarketplacePayment, ({ actor, body, request }) => {
    const acting = actingCustomerOf(request, body.customerId)
    return paid.recordCollected(deps, actor.name, { ...body, customerId: acting })
  })
  const asCustomer = (request: FastifyRequest, bodyCustomerId: string | undefined, actor: MarketplaceActor) => {
    const customerId = actingCustomerOf(request, bodyCustomerId)
    return {
      role: 'CUSTOMER' as const,
      customerId,
      actor: { type: 'CUSTOMER' as const, id: customerId ?? null, name: actor.name },
    }
  }
  marketplace.serve(payments.confirmPayment, ({ actor, params, body, request }) =>
    paid.answer(deps, params.id, { action: 'confirm', ...asCustomer(request, body.customerId, actor) }),
  )
  marketplace.serve(payments.rejectPayment, ({ actor, params, body, request }) =>
    paid.answer(deps, params.id, {
      action: 'reject',
      note: body.reason,
      ...asCustomer(request, body.customerId, actor),
    }),
  )
  marketplace.serve(payments.refundPayment, ({ actor, params, body, request }) =>
    paid.answer(deps, params.id, {
      action: 'refund',
      note: body.reason,
      role: 'OPERATOR',
      customerId: actingCustomerOf(request, body.customerId),
      actor: operatorActor(actor.name),
    }),
  )
}
