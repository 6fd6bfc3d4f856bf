import type { MessageView } from '@fettle/chat-client'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { describe, expect, it, vi } from 'vitest'

vi.mock('../../../../app/cards.ts', async () => {
  const { paths } = await import('../../../../routing/paths.ts')
  const Renderer = ({ id }: { id: string }) => <p>Booking {id} as it stands</p>
  return {
    cardKinds: {
      booking: { to: paths.booking, open: { id: 'booking', message: 'Open the booking' }, Renderer },
      offer: { to: paths.offer, open: { id: 'offer', message: 'Open the offer' } },
    },
  }
})
const list = vi.hoisted(() => ({ messages: [] as unknown[] }))
vi.mock('../../conversation/list/list-context.ts', () => ({
  useMessageListContext: () => ({
    current: undefined,
    store: { subscribe: () => () => undefined, getSnapshot: () => list },
  }),
}))
const { SystemMessageRow: AppLine } = await import('./system-message-row.tsx')

const screen = setUpScreen()
let count = 0
const line = (type: string, id: string, text = 'Booking confirmed'): MessageView => {
  count += 1
  const at = '2026-11-21T08:00:00Z'
  return { id: `m${count}`, kind: 'system', text, createdAt: at, card: { type, id } } as MessageView
}
async function draw(...messages: MessageView[]) {
  list.messages = messages
  await screen.draw(messages.map((message) => <AppLine key={message.id} message={message} />))
}
const rowTexts = () => [...document.querySelectorAll('[data-message]')].map(({ textContent }) => textContent)
const links = () => [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])

describe('a system message in a conversation', () => {
  it("shows the booking's card once, below the last message; an earlier one links to it", async () => {
    await draw(line('booking', 'a', 'Booking requested'), line('booking', 'a'), line('booking', 'b'))
    expect(rowTexts().map((text) => text?.includes('as it stands'))).toEqual([false, true, true])
    expect(links()).toEqual([['Open the booking', '/bookings/a']])
  })

  it('is a line with a link when it has no renderer', async () => {
    await draw(line('offer', 'off_1', 'Offer sent'))
    expect(rowTexts()[0]).toContain('Offer sent')
    expect(links()).toEqual([['Open the offer', '/offers/off_1']])
  })

  it('is a line without a link for an unknown type', async () => {
    await draw(line('invoice', 'inv_1', 'Invoice sent'), line('constructor', 'x', 'Nothing to see'))
    expect(links()).toEqual([])
    expect(rowTexts()[1]).toContain('Nothing to see')
  })

  it('is reachable by keyboard like other messages', async () => {
    await draw(line('booking', 'a'))
    expect(document.querySelector('[data-message]')?.getAttribute('tabindex')).toBe('-1')
  })
})
