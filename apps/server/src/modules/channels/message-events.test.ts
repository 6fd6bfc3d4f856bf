import { createMarketplaceChannel } from '@fettle/protocol/marketplace/chat'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomer, createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp, startTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import { messageIdOf } from './index.ts'
import { createMessageEventPublisher } from './message-events.service.ts'

const testApp = setUpTestApp()
let provider: TestProvider
beforeAll(async () => {
  provider = await createProvider(testApp)
})

let lastId = 0

/** A conversation, and a publisher without pending messages. */
async function createConversation() {
  const { chat } = testApp.app
  const customer = await createCustomer(testApp)
  const body = { customerId: customer.id, providerId: provider.id }
  const { id, cid } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
  const listMessages = vi.fn(chat.listMessages)
  return {
    publisher: createMessageEventPublisher(testApp.deps, { ...chat, listMessages }),
    listMessages,
    say: (text: string) =>
      chat.sendMessage(cid, customer.id, { id: messageIdOf(Buffer.alloc(32, (lastId += 1))), text }),
    published: async () => {
      const events = await listTimeline(testApp.db, { type: 'channel', id }, 'PROVIDER')
      return events.map(({ data }) => (data['message'] as { text: string }).text)
    },
  }
}

describe('publishing messages to partners', () => {
  it('needs no reading if the pending messages follow the last published one', async () => {
    const { publisher, listMessages, say, published } = await createConversation()
    publisher.add([await say('One'), await say('Two')])
    expect(await publisher.collect(100)).toBe(false)
    publisher.add([await say('Three')])
    await publisher.collect(100)
    expect(await published()).toEqual(['One', 'Two', 'Three'])
    expect(listMessages).not.toHaveBeenCalled()
  })

  it('reads the messages of another process, and publishes each once', async () => {
    const { publisher, listMessages, say, published } = await createConversation()
    const one = await say('One')
    publisher.add([one])
    await publisher.collect(100)
    await say('Two, elsewhere')
    publisher.add([one, await say('Three')])
    await publisher.collect(100)
    expect(await published()).toEqual(['One', 'Two, elsewhere', 'Three'])
    expect(listMessages).toHaveBeenCalledOnce()
  })

  it('publishes what a crashed process had written, once another one starts', async () => {
    const { say } = await createConversation()
    const { id } = await say('Written just before the crash')
    const restarted = await startTestApp({ sharesDatabaseWith: testApp })
    const messageIds = async (api: TestApp) =>
      (await api.call(listMarketplaceEvents, { query: { types: 'message.created' } }, marketplace)).map(
        ({ data }) => data.object.id,
      )
    const published = await messageIds(restarted)
    expect(published.filter((each) => each === id)).toEqual([id])
    // The first process was only slow.
    expect(await messageIds(testApp)).toEqual(published)
    await restarted.close()
  })

  it('is repeated after a failure', async () => {
    const { publisher, say, published } = await createConversation()
    publisher.add([await say('One')])
    const failing = vi.spyOn(testApp.db, 'transaction').mockRejectedValueOnce(new Error('no connection'))
    expect(await publisher.collect(100)).toBe(false)
    failing.mockRestore()
    expect(await published()).toEqual([])
    publisher.add([await say('Two')])
    await publisher.collect(100)
    expect(await published()).toEqual(['One', 'Two'])
  })
})
