import { createMarketplaceChannel } from '@fettle/protocol/marketplace'
import type { App } from '../../app.ts'
import { resultOf, callAsMarketplace } from '../calls.ts'

interface Channel {
  id: string
  cid: string
}
const opened = new WeakMap<App, Map<string, Promise<Channel>>>()

/** The channel of Ada and a customer, created or loaded once. */
export function channelOf(
  app: App,
  { adaId, customerIds }: { adaId: string; customerIds: Readonly<Record<string, string>> },
  who: string,
): Promise<Channel> {
  const customerId = customerIds[who]
  if (customerId === undefined) throw new Error(`Unknown person ${who} in the demo data`)
  const known = opened.get(app) ?? new Map<string, Promise<Channel>>()
  opened.set(app, known)
  const channel =
    known.get(who) ??
    resultOf(
      callAsMarketplace(app, createMarketplaceChannel, { body: { customerId, providerId: adaId } }, `channel ${who}`),
    )
  known.set(who, channel)
  return channel
}
