import { createChannel, getStreamToken } from '@fettle/protocol/channels'
import {
  createMarketplaceChannel,
  listMarketplaceMessages,
  putCustomer,
  sendMarketplaceMessage,
} from '@fettle/protocol/marketplace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../../../testing/newcomers.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/people.ts'
import { startTown, type Town } from '../../../testing/town.ts'

let town: Town
beforeAll(async () => {
  town = await startTown()
})
afterAll(() => town.close())

describe('the channel with a customer', () => {
  it('is opened once the two had a booking together, and is one however often', async () => {
    const provider = await createProvider(town)
    const customer = await createCustomer(town)
    await requestBooking(town, { provider, customer })
    const body = { participantId: customer.id }
    const opened = await Promise.all(Array.from({ length: 5 }, () => town.call(createChannel, { body }, provider)))
    const [{ channel }] = opened as [(typeof opened)[number]]
    expect(channel).toMatchObject({
      type: 'messaging',
      cid: `messaging:${channel.id}`,
      members: [provider.id, customer.id],
    })
    expect(channel.id).not.toContain(':')
    for (const other of opened) expect(other.channel).toEqual(channel)
    const people = { customerId: customer.id, providerId: provider.id }
    expect(await town.call(createMarketplaceChannel, { body: people }, marketplace)).toMatchObject({ id: channel.id })
  })

  it("is not there for a provider who doesn't know the customer", async () => {
    const provider = await createProvider(town)
    const stranger = await createProvider(town)
    const customer = await createCustomer(town)
    await requestBooking(town, { provider, customer })
    for (const participantId of [customer.id, 'cus_00000000000000000000000000']) {
      expect(await town.refusal(createChannel, { body: { participantId } }, stranger)).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        message: "We couldn't find that customer.",
      })
    }
  })

  it('is for onboarded providers', async () => {
    const body = { participantId: 'cus_00000000000000000000000000' }
    expect((await town.refusal(createChannel, { body })).status).toBe(401)
    expect(await town.refusal(createChannel, { body }, await signedIn(town))).toMatchObject({
      status: 403,
      code: 'ONBOARDING_REQUIRED',
    })
  })

  it('carries what each side says to the other, by name', async () => {
    const provider = await createProvider(town, { firstName: 'Amaka' })
    const customer = await createCustomer(town, { name: 'Tunde Bello' })
    await requestBooking(town, { provider, customer })
    const { channel } = await town.call(createChannel, { body: { participantId: customer.id } }, provider)
    await town.app.chat.sendMessage(channel.cid, provider.id, {
      id: '0193e8a0-0000-7000-8000-000000000001',
      text: 'On my way',
    })
    await town.call(sendMarketplaceMessage, { params: { id: channel.id }, body: { text: 'Thank you' } }, marketplace)
    const said = await town.app.chat.listMessages(channel.cid, provider.id, { after: 0, limit: 10 })
    expect(said.map(({ user, text }) => [user?.name, text])).toEqual([
      ['Amaka Obi', 'On my way'],
      ['Tunde Bello', 'Thank you'],
    ])
    const read = await town.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    expect(read.map(({ authorId }) => authorId)).toEqual([provider.id, customer.id])
  })

  it("shows a customer's new name once it changed", async () => {
    const provider = await createProvider(town)
    const customer = await createCustomer(town, { name: 'Before' })
    await requestBooking(town, { provider, customer })
    const { channel } = await town.call(createChannel, { body: { participantId: customer.id } }, provider)
    await town.call(sendMarketplaceMessage, { params: { id: channel.id }, body: { text: 'Hello' } }, marketplace)
    await town.call(putCustomer, { params: { externalId: customer.externalId }, body: { name: 'After' } }, marketplace)
    await town.deps.jobs.runDue()
    const [message] = await town.app.chat.listMessages(channel.cid, provider.id, { after: 0, limit: 10 })
    expect(message?.user?.name).toBe('After')
  })
})

describe('the chat token', () => {
  it('is given to anybody signed in, names them, and is read back until it is too old', async () => {
    const newcomer = await signedIn(town)
    const given = await town.call(getStreamToken, {}, newcomer)
    expect(given.appKey).toBe(town.deps.secrets.chatAppKey)
    expect(town.app.chat.userOf(given.token)).toBe(given.userId)
    const [header, body] = given.token.split('.')
    expect(town.app.chat.userOf(`${header}.${body}.${'A'.repeat(43)}`)).toBeUndefined()
    expect(town.app.chat.userOf('nonsense')).toBeUndefined()
    town.clock.advance(31 * 86_400_000)
    expect(town.app.chat.userOf(given.token)).toBeUndefined()
  })

  it('is refused to somebody who is not signed in', async () => {
    expect((await town.refusal(getStreamToken, {})).status).toBe(401)
  })
})
