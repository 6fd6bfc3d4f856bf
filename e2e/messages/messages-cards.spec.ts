import { expect, test } from '@playwright/test'
import { createContract } from '@fettle/protocol/contracts/actions'
import { createOffer } from '@fettle/protocol/offers/actions'
import { callApi } from '../support/accounts.ts'
import { openConversation } from '../support/conversation.ts'
import { expectAccessible } from '../support/marketplace.ts'

test('a provider answers a request in the conversation, reports a message and blocks somebody', async ({
  page,
  request,
}) => {
  const opened = await openConversation(page, request, { isPhone: false, texts: ['Send the money to my own account.'] })
  const { me, providerId, customer, job: tap, channelId, address, conversation, composer } = opened
  const door = await customer.requestBooking({ providerId, title: 'The back door sticks', inHours: 54 })
  const requestedIds: string[] = []
  page.on('request', (each) => {
    if (each.url().includes('/v2/bookings/cards')) requestedIds.push(new URL(each.url()).searchParams.get('ids') ?? '')
  })
  await page.goto(address)

  const card = (title: string) => conversation.getByRole('group', { name: title })
  const menuOfPerson = async (entry: string) => {
    await page.getByRole('button', { name: 'More about Chidi Okafor' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  await test.step('both requests are cards loaded in one call', async () => {
    await expect(card('The kitchen tap drips')).toContainText('left')
    await expect(card('The back door sticks').getByRole('button', { name: 'Accept' })).toBeVisible()
    const calls = requestedIds.map((ids) => ids.split(',').sort().join(','))
    expect([...new Set(calls)]).toEqual([[tap.id, door.id].sort().join(',')])
  })

  await test.step('accepts one in place, declines the other with a reason', async () => {
    await card('The kitchen tap drips').getByRole('button', { name: 'Accept' }).click()
    await expect.poll(async () => (await customer.booking(tap.id)).status).toBe('CONFIRMED')
    await expect(card('The kitchen tap drips').getByRole('button', { name: 'Accept' })).toHaveCount(0)
    await card('The back door sticks').getByRole('button', { name: 'Decline' }).click()
    const sheet = page.getByRole('dialog', { name: 'Decline this request?' })
    await sheet.getByLabel("It's too far away").check()
    await sheet.getByRole('button', { name: 'Decline request' }).click()
    await expect.poll(async () => (await customer.booking(door.id)).status).toBe('DECLINED')
    // The last message shows the card; the earlier one links to it.
    await expect(card('The back door sticks')).toHaveCount(1)
    await expect(card('The back door sticks')).toContainText('Declined')
  })

  await test.step('cards update live', async () => {
    const secondBooking = await customer.requestBooking({ providerId, title: 'A lamp flickers', inHours: 78 })
    await expect(card('A lamp flickers').getByRole('button', { name: 'Accept' })).toBeVisible()
    await callApi(request, { method: 'POST', path: `/v2/bookings/${secondBooking.id}/accept` }, {}, me.token)
    await expect(card('A lamp flickers').getByRole('button', { name: 'Accept' })).toHaveCount(0)
  })

  await test.step('shows shared bookings beside the conversation', async () => {
    const documents = [
      await callApi<{ id: string }>(request, createOffer, { customerId: customer.id }, me.token),
      await callApi<{ id: string }>(request, createContract, { customerId: customer.id }, me.token),
    ]
    await page.goto(`${address}&side=about`)
    await expect(page.getByRole('region', { name: 'Bookings' }).getByRole('link')).toHaveCount(3)
    for (const [index, name] of ['Offers', 'Contracts'].entries()) {
      const link = page.getByRole('region', { name }).getByRole('link')
      await expect(link).toHaveAttribute('href', `/${name.toLowerCase()}/${documents[index]?.id}`)
    }
    await expectAccessible(page)
    await page.goto(address)
  })

  await test.step('reports a message without notifying the conversation', async () => {
    const row = conversation.getByRole('listitem').filter({ hasText: 'Send the money' })
    await row.hover()
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Report…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Report this message?' })
    await sheet.getByRole('button', { name: 'Send report' }).click()
    await expect(sheet.getByText('Choose a reason.')).toBeVisible()
    await sheet.getByLabel('Fraud, or payment outside of Fettle').check()
    await sheet.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText("Thanks. We'll look into it.").first()).toBeVisible()
  })

  await test.step('blocks and unblocks a person', async () => {
    await menuOfPerson('Block Chidi Okafor')
    const question = page.getByRole('dialog', { name: 'Block Chidi Okafor?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Block', exact: true }).click()
    const why = page.getByText('You blocked Chidi Okafor.')
    await expect(why).toBeVisible()
    await expect(composer).toHaveCount(0)
    await expect(customer.sendMessage(channelId, 'Hello?')).rejects.toThrow()
    await expect(customer.requestBooking({ providerId, title: 'One more', inHours: 99 })).rejects.toThrow()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unblock', exact: true }).click()
    await expect(composer).toBeVisible()
    await composer.fill('Let us start again.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => customer.readMessages(channelId)).toEqual(['Let us start again.'])
  })
})
