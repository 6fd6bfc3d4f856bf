import { calculateOffer } from '@fettle/protocol/offers/totals'
import * as actions from '@fettle/protocol/offers/actions'
import * as templates from '@fettle/protocol/offers/templates'
import * as protocol from '@fettle/protocol/offers'
import * as priceBook from '@fettle/protocol/offers/price-book'
import type { Routers } from '../../actors.ts'
import { asProvider } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import { pdfDownload } from '../../platform/http/download.ts'
import { localeOfRequest } from '../../platform/http/locale.ts'
import { requestKeyOf } from '../../platform/http/idempotency.ts'
import { withVersion, versionOf } from '../../platform/http/if-match.ts'
import { Reply } from '../../platform/http/router.ts'
import { withCurrency } from '../profile/index.ts'
import { preview } from './marketplace-api/marketplace.view.ts'
import { createOffer, duplicateOffer } from './drafts/creation.service.ts'
import { discardDraft, saveDraft } from './drafts/drafts.service.ts'
import { convertToContract, type ConversionDeps } from './lifecycle/contract.service.ts'
import { convert } from './lifecycle/convert.service.ts'
import * as life from './lifecycle/lifecycle.service.ts'
import * as service from './offers.service.ts'
import { printOffer } from './files/offer-pdf.service.ts'
import * as items from './price-book/price-book.service.ts'
import { diffRevision, getRevision } from './revisions/revisions.service.ts'
import { offerTemplates } from './price-book/templates.service.ts'

export function serveOffers(deps: Deps & ConversionDeps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(
    protocol.listOffers,
    async ({ actor, query }) => {
      const { offers, meta } = await service.listOffers(deps, actor.id, query)
      return new Reply(offers, { meta })
    },
    { mayLag: true },
  )
  provider.serve(protocol.listOfferCards, ({ actor, query }) => service.listCards(deps, actor.id, query.ids))
  provider.serve(protocol.calculateTotals, async ({ body: { content, selections } }) =>
    calculateOffer(content, selections),
  )
  provider.serve(protocol.getOffer, ({ actor, params }) => service.getOffer(deps, asProvider(actor), params.id))
  provider.serve(protocol.getOfferTimeline, ({ actor, params }) =>
    service.getTimeline(deps, asProvider(actor), params.id),
  )
  provider.serve(protocol.getOfferRevision, ({ actor, params }) =>
    getRevision(deps, asProvider(actor), params.id, params.number),
  )
  provider.serve(protocol.diffOfferRevision, ({ actor, params, query }) =>
    diffRevision(deps, asProvider(actor), params.id, { number: params.number, against: query.against }),
  )
  provider.serve(protocol.getOfferPdf, async ({ actor, params, request }) =>
    pdfDownload(await printOffer(deps, asProvider(actor), { ...params, locale: localeOfRequest(request) })),
  )
  provider.serve(protocol.previewOffer, ({ actor, params }) => preview(deps, asProvider(actor), params.id))

  provider.serve(actions.createOffer, ({ actor, body, request }) =>
    createOffer(deps, asProvider(actor), body, requestKeyOf(request)),
  )
  provider.serve(actions.duplicateOffer, ({ actor, params, body }) =>
    duplicateOffer(deps, asProvider(actor), params.id, body.customerId),
  )
  provider.serve(actions.removeOffer, async ({ actor, params }) => {
    await service.removeOffer(deps, asProvider(actor), params.id)
    return {}
  })
  provider.serve(actions.saveOfferDraft, ({ actor, params, body }) =>
    saveDraft(deps, asProvider(actor), params.id, body),
  )
  provider.serve(actions.discardOfferDraft, ({ actor, params }) => discardDraft(deps, asProvider(actor), params.id))
  provider.serve(actions.passOffer, ({ actor, params, body, request }) =>
    life.declineRequest(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  provider.serve(actions.sendOffer, ({ actor, params, body, request }) =>
    life.send(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  provider.serve(actions.withdrawOffer, ({ actor, params, body, request }) =>
    life.withdraw(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  provider.serve(actions.extendOffer, ({ actor, params, body, request }) =>
    life.extend(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  provider.serve(actions.remindOfOffer, ({ actor, params, body, request }) =>
    life.remind(deps, asProvider(actor), params.id, versionOf(request, body.version)),
  )
  provider.serve(actions.autoRemindOfOffer, ({ actor, params, body, request }) =>
    life.autoRemind(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  provider.serve(actions.convertOffer, ({ actor, params, body, request }) =>
    body.target === 'CONTRACT'
      ? convertToContract(deps, asProvider(actor), params.id, versionOf(request, body.version))
      : convert(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  provider.serve(actions.cancelOffer, async ({ actor, params, body, request }) => {
    await life.cancel(deps, asProvider(actor), params.id, withVersion(request, body))
    return service.getOffer(deps, asProvider(actor), params.id)
  })
}

/** Registers price book and templates. */
export function servePriceBook(deps: Deps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(priceBook.listPriceBook, ({ actor }) => items.listItems(deps, actor.id))
  provider.serve(priceBook.createPriceBookItem, ({ actor, body }) => items.createItem(deps, actor.id, body))
  provider.serve(priceBook.savePriceBookItem, ({ actor, params, body: { version, ...body }, request }) =>
    items.saveItem(deps, actor.id, params.id, body, versionOf(request, version)),
  )
  provider.serve(priceBook.removePriceBookItem, async ({ actor, params }) => {
    await items.removeItem(deps, actor.id, params.id)
    return {}
  })
  provider.serve(templates.listOfferTemplates, ({ actor }) => offerTemplates.list(deps, actor.id))
  provider.serve(templates.createOfferTemplate, async ({ actor, body }) =>
    offerTemplates.create(deps, actor.id, await withCurrency(deps, actor.id, body)),
  )
  provider.serve(templates.saveOfferTemplate, ({ actor, params, body: { version, ...body }, request }) =>
    offerTemplates.save(deps, { providerId: actor.id, id: params.id, version: versionOf(request, version) }, body),
  )
  provider.serve(templates.removeOfferTemplate, async ({ actor, params }) => {
    await offerTemplates.remove(deps, actor.id, params.id)
    return {}
  })
}
