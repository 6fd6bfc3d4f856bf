import { sendMarketplaceMessage } from '@fettle/protocol/marketplace/index'
import type { App } from '../app.ts'
import { channelOf } from './channels.ts'
import { asMarketplace } from './calls.ts'
import { MINUTE, type Event } from './moments.ts'
import type { Who } from './people.ts'
import type { People } from './settle.ts'
import { talks } from './talks.ts'

/** What is said in one conversation. */
export function eventsOfTalk(app: App, people: People, now: Date, who: Who, lines: (typeof talks)[string]): Event[] {
  const { adaId } = people
  return lines.map(([speaker, ago, text], index) => {
    const at = now.getTime() - ago * MINUTE
    return {
      at,
      happens: async () => {
        const { id, cid } = await channelOf(app, people, who)
        if (speaker === 'them') {
          await asMarketplace(app, sendMarketplaceMessage, { params: { id }, body: { text } }, `talk ${who} ${index}`)
        } else {
          await app.chat.markRead(cid, adaId)
          await app.chat.sendMessage(cid, adaId, { id: messageId(at, Object.keys(talks).indexOf(who), index), text })
        }
      },
    }
  })
}

/** A UUIDv7 that is the same each time, so that nothing is said twice. */
export function messageId(at: number, talk: number, line: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${String(talk).padStart(3, '0')}-8000-${String(line).padStart(12, '0')}`
}
