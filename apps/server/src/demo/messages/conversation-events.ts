import { sendMarketplaceMessage } from '@fettle/protocol/marketplace'
import type { App } from '../../app.ts'
import { channelOf } from './channels.ts'
import { callAsMarketplace } from '../calls.ts'
import { MINUTE_MS, type DemoEvent } from '../schedule.ts'
import type { CustomerKey } from '../people/people.ts'
import type { DemoPeople } from '../people/demo-people.ts'
import { conversations } from './conversations.ts'

/** The messages of one conversation. */
export function eventsOfConversation(
  app: App,
  people: DemoPeople,
  now: Date,
  who: CustomerKey,
  lines: (typeof conversations)[string],
): DemoEvent[] {
  const { adaId } = people
  return lines.map(([speaker, ago, text], index) => {
    const at = now.getTime() - ago * MINUTE_MS
    return {
      at,
      happens: async () => {
        const { id, cid } = await channelOf(app, people, who)
        if (speaker === 'them') {
          await callAsMarketplace(
            app,
            sendMarketplaceMessage,
            { params: { id }, body: { text } },
            `talk ${who} ${index}`,
          )
        } else {
          await app.chat.markRead(cid, adaId)
          await app.chat.sendMessage(cid, adaId, {
            id: messageIdAt(at, Object.keys(conversations).indexOf(who), index),
            text,
          })
        }
      },
    }
  })
}

/** A reproducible UUIDv7, so that repeated seeding sends nothing twice. */
export function messageIdAt(at: number, conversation: number, line: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${String(conversation).padStart(3, '0')}-8000-${String(line).padStart(12, '0')}`
}
