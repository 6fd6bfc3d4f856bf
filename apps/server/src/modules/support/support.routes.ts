import * as marketplaceSupport from '@fettle/protocol/marketplace/support'
import * as help from '@fettle/protocol/support/support'
import * as protocol from '@fettle/protocol/support/tickets'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import type { Routers } from '../../actors.ts'
import { asProvider } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import { versionOf } from '../../platform/http/if-match.ts'
import { Reply } from '../../platform/http/router.ts'
import * as faqs from './faqs/faqs.service.ts'
import { getStatus, type Checks } from './status.service.ts'
import * as operators from './tickets/tickets.operator.ts'
import * as tickets from './tickets/tickets.service.ts'

/** Registers the providers' side of support: tickets, help and status. */
export function serveSupport(deps: Deps, { provider }: Pick<Routers, 'provider'>, checks: Checks): void {
  provider.serve(protocol.listTickets, async ({ actor, query }) => {
    const { tickets: page, meta } = await tickets.list(deps, actor.id, query)
    return new Reply(page, { meta: { ...meta } })
  })
  provider.serve(protocol.getTicket, ({ actor, params }) => tickets.get(deps, actor.id, params.id))
  provider.serve(protocol.getTicketTimeline, ({ actor, params }) => tickets.getTimeline(deps, actor.id, params.id))
  provider.serve(protocol.createTicket, ({ actor, body }) => tickets.create(deps, asProvider(actor), body))
  provider.serve(protocol.writeInTicket, ({ actor, params, body }) =>
    tickets.write(deps, asProvider(actor), params.id, body),
  )
  provider.serve(protocol.readTicket, ({ actor, params }) => tickets.read(deps, asProvider(actor), params.id))
  provider.serve(protocol.resolveTicket, ({ actor, params, body, request }) =>
    tickets.resolve(deps, asProvider(actor), params.id, versionOf(request, body.version)),
  )
  provider.serve(protocol.reopenTicket, ({ actor, params, body, request }) =>
    tickets.reopen(deps, asProvider(actor), params.id, versionOf(request, body.version)),
  )
  provider.serve(protocol.rateTicket, ({ actor, params, body }) =>
    tickets.rate(deps, asProvider(actor), params.id, body),
  )

  provider.serve(help.listFaqs, async ({ actor, query }) => {
    const { faqs: page, nextCursor } = await faqs.list(deps, actor.id, query)
    return new Reply(page, { meta: { nextCursor } })
  })
  provider.serve(help.getFaq, ({ actor, params, query }) =>
    faqs.get(deps, actor.id, { slug: params.slug, locale: query.locale }),
  )
  provider.serve(help.voteForFaq, ({ actor, params, query, body }) =>
    faqs.vote(deps, actor.id, { slug: params.slug, locale: query.locale, helpful: body.helpful }),
  )
  provider.serve(help.getSupportStatus, () => getStatus(deps, checks))
}

/** Registers the operators' side of support. */
export function serveOperator(deps: Deps, { marketplace }: Pick<Routers, 'marketplace'>): void {
  marketplace.serve(marketplaceSupport.listOperatorTickets, async ({ query }) => {
    const { tickets: page, meta } = await operators.list(deps, query)
    return new Reply(page, { meta: { ...meta } })
  })
  marketplace.serve(marketplaceSupport.getOperatorTicket, ({ params }) => operators.get(deps, params.id))
  marketplace.serve(marketplaceSupport.replyToTicket, ({ actor, params: { id }, body }) =>
    operators.reply(deps, actor.name, id, body),
  )
  marketplace.serveUpload(
    marketplaceSupport.replyToTicketWithFile,
    ({ actor, params: { id }, body, file }) => operators.replyWithFile(deps, actor.name, id, { ...body, sent: file }),
    { maxFileBytes: uploadRules.TICKET.maxBytes },
  )
  marketplace.serve(marketplaceSupport.holdTicket, ({ actor, params: { id }, body }) =>
    operators.hold(deps, actor.name, id, body),
  )
  marketplace.serve(marketplaceSupport.resolveOperatorTicket, ({ actor, params: { id }, body }) =>
    operators.resolve(deps, actor.name, id, body),
  )

  marketplace.serve(marketplaceSupport.listOperatorFaqs, async ({ query }) => {
    const { faqs: page, nextCursor } = await faqs.listForOperator(deps, query)
    return new Reply(page, { meta: { nextCursor } })
  })
  marketplace.serve(marketplaceSupport.createFaq, ({ actor, body }) => faqs.create(deps, actor.name, body))
  marketplace.serve(marketplaceSupport.saveFaq, ({ actor, params, body }) =>
    faqs.save(deps, actor.name, params.id, body),
  )
  marketplace.serve(marketplaceSupport.removeFaq, async ({ actor, params }) => {
    await faqs.remove(deps, actor.name, params.id)
    return {}
  })
}
