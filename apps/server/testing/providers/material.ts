import type { Operation } from '@fettle/protocol'
import * as checklists from '@fettle/protocol/checklists'
import * as contractTemplates from '@fettle/protocol/contract-templates'
import * as offerTemplates from '@fettle/protocol/offer-templates'
import * as priceBook from '@fettle/protocol/price-book'
import * as quickReplies from '@fettle/protocol/quick-replies'
import { bathroom } from '../offers.ts'
import { createProvider, type Provider } from '../people.ts'
import type { Town } from '../town.ts'
import { providerReplayCase, type ProviderReplayCase } from './walk.ts'

/** What a provider keeps to work from: made, changed by whoever saw it last, and thrown away. */
const savedItemReplayCases = (
  { create, save, remove }: { create: Operation; save: Operation; remove: Operation },
  body: object,
): ProviderReplayCase[] => {
  const make = async (town: Town, provider: Provider) => {
    const made = (await town.call(create, { body }, provider)) as { id: string; version: number }
    return { provider, params: { id: made.id }, version: made.version }
  }
  return [
    providerReplayCase(create, async (town) => ({ provider: await createProvider(town), input: { body } })),
    providerReplayCase(save, async (town) => {
      const { provider, params, version } = await make(town, await createProvider(town))
      return { provider, input: { params, body: { ...body, version } } }
    }),
    providerReplayCase(remove, async (town) => {
      const { provider, params } = await make(town, await createProvider(town))
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
    { name: 'Bathroom', content: bathroom },
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
  providerReplayCase(quickReplies.orderQuickReplies, async (town) => {
    const provider = await createProvider(town)
    const ids = []
    for (const shortcut of ['soon', 'late'])
      ids.unshift((await town.call(quickReplies.createQuickReply, { body: { shortcut, text: 'Yes.' } }, provider)).id)
    return { provider, input: { body: { ids } } }
  }),
]
