import type { Operation } from '@fettle/protocol'
import * as checklists from '@fettle/protocol/bookings/checklists'
import * as contractTemplates from '@fettle/protocol/contracts/templates'
import * as offerTemplates from '@fettle/protocol/offers/templates'
import * as priceBook from '@fettle/protocol/offers/price-book'
import * as quickReplies from '@fettle/protocol/workspace/quick-replies'
import { saveCustomerNotes } from '@fettle/protocol/workspace/customers'
import { bathroomOffer } from '../../../fixtures/offer-scenario.ts'
import { createCustomer, createProvider, requestBooking, type TestProvider } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { providerReplayCase, type ProviderReplayCase } from './replay-case.ts'

/** Saved items of a provider: created, changed with a version, and deleted. */
const savedItemReplayCases = (
  { create, save, remove }: { create: Operation; save: Operation; remove: Operation },
  body: object,
): ProviderReplayCase[] => {
  const make = async (testApp: TestApp, provider: TestProvider) => {
    const template = (await testApp.call(create, { body }, provider)) as { id: string; version: number }
    return { provider, params: { id: template.id }, version: template.version }
  }
  return [
    providerReplayCase(create, async (testApp) => ({ provider: await createProvider(testApp), input: { body } })),
    providerReplayCase(save, async (testApp) => {
      const { provider, params, version } = await make(testApp, await createProvider(testApp))
      return { provider, input: { params, body: { ...body, version } } }
    }),
    providerReplayCase(remove, async (testApp) => {
      const { provider, params } = await make(testApp, await createProvider(testApp))
      return { provider, input: { params } }
    }),
  ]
}

export const templateReplayCases: ProviderReplayCase[] = [
  ...savedItemReplayCases(
    {
      create: checklists.createChecklistTemplate,
      save: checklists.saveChecklistTemplate,
      remove: checklists.removeChecklistTemplate,
    },
    { name: 'Taps', items: [{ label: 'Water is off', type: 'CHECK' }] },
  ),
  ...savedItemReplayCases(
    {
      create: offerTemplates.createOfferTemplate,
      save: offerTemplates.saveOfferTemplate,
      remove: offerTemplates.removeOfferTemplate,
    },
    { name: 'Bathroom', content: bathroomOffer },
  ),
  ...savedItemReplayCases(
    {
      create: contractTemplates.createContractTemplate,
      save: contractTemplates.saveContractTemplate,
      remove: contractTemplates.removeContractTemplate,
    },
    { name: 'Kitchen', content: {} },
  ),
  ...savedItemReplayCases(
    {
      create: priceBook.createPriceBookItem,
      save: priceBook.savePriceBookItem,
      remove: priceBook.removePriceBookItem,
    },
    { kind: 'MATERIAL', name: 'Tiles', unit: 'M2', unitPrice: 120_050 },
  ),
  ...savedItemReplayCases(
    {
      create: quickReplies.createQuickReply,
      save: quickReplies.saveQuickReply,
      remove: quickReplies.removeQuickReply,
    },
    { shortcut: 'soon', text: 'I am on my way.' },
  ),
  providerReplayCase(saveCustomerNotes, async (testApp) => {
    const [provider, customer] = [await createProvider(testApp), await createCustomer(testApp)]
    await requestBooking(testApp, { provider, customer })
    const body = { note: 'Key at the gate.', tags: ['VIP'], version: 0 }
    return { provider, input: { params: { id: customer.id }, body } }
  }),
  providerReplayCase(quickReplies.orderQuickReplies, async (testApp) => {
    const provider = await createProvider(testApp)
    const ids = []
    for (const shortcut of ['soon', 'late'])
      ids.unshift(
        (await testApp.call(quickReplies.createQuickReply, { body: { shortcut, text: 'Yes.' } }, provider)).id,
      )
    return { provider, input: { body: { ids } } }
  }),
]
