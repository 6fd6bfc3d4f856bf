import { createMarketplaceChannel } from '@fettle/protocol/marketplace/chat'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomer, createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp, startTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { createFeed } from '../feed/index.ts'
import { messageIdOf } from './index.ts'
import { createMessageEventPublisher } from './message-events.service.ts'

const testApp = setUpTestApp()
let provider: TestProvider
beforeAll(async () => {
  provider = await createProvider(testApp)
})

let lastId = 0

/** A conversation, and a process's publisher of messages with its feed. */
async function createConversation() {
  const { chat } = testApp.app
  const customer = await createCustomer(testApp)
  const body = { customerId: customer.id, providerId: provider.id }
  const { id, cid } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
  const listMessages = vi.fn(chat.listMessages)
  const { add, collect } = createMessageEventPublisher(testApp.deps, { ...chat, listMessages })
  return {
    add,
    publish: createFeed(testApp.deps, { snapshots: {}, listener: () => Promise.resolve(), collect }).publish,
    listMessages,
    say: (text: string) =>
      chat.sendMessage(cid, customer.id, { id: messageIdOf(Buffer.alloc(32, (lastId += 1))), text }),
    published: async () => {
      const events = await testApp.db.query<{ text: string }>(
        sql`select object->>'text' as text from feed where subject_id = ${id} order by seq`,
      )
      return events.map(({ text }) => text)
    },
  }
}

describe('publishing messages to partners', () => {
  it('needs no reading if the pending messages follow the last published one', async () => {
    const { add, publish, listMessages, say, published } = await createConversation()
    add([await say('One'), await say('Two')])
    await publish()
    add([await say('Three')])
    await publish()
    expect(await published()).toEqual(['One', 'Two', 'Three'])
    expect(listMessages).not.toHaveBeenCalled()
  })

  it('reads the messages of another process, and publishes each once', async () => {
    const { add, publish, listMessages, say, published } = await createConversation()
    const one = await say('One')
    add([one])
    await publish()
    await say('Two, elsewhere')
    add([one, await say('Three')])
    await publish()
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
    const { add, publish, say, published } = await createConversation()
    add([await say('One')])
    const failing = vi.spyOn(testApp.db, 'transaction').mockRejectedValueOnce(new Error('no connection'))
    await publish()
    failing.mockRestore()
    expect(await published()).toEqual([])
    add([await say('Two')])
    await publish()
    expect(await published()).toEqual(['One', 'Two'])
  })

  it('waits while another process publishes', async () => {
    const { add, publish, listMessages, say, published } = await createConversation()
    add([await say('One')])
    await testApp.db.transaction(async (tx) => {
      await tx.execute(sql`select from feed_state for update`)
      await publish()
      expect(await published()).toEqual([])
    })
    await publish()
    expect(await published()).toEqual(['One'])
    expect(listMessages).not.toHaveBeenCalled()
  })
})
