import { createChannel } from '@fettle/protocol/workspace/channels'
import { holdContract } from '@fettle/protocol/contracts/actions'
import { getContractTimeline } from '@fettle/protocol/contracts'
import { listMarketplaceMessages } from '@fettle/protocol/marketplace/chat'
import { proposeMarketplaceTermination } from '@fettle/protocol/marketplace/contract-terminations'
import { getMarketplaceContract, requestContractChanges } from '@fettle/protocol/marketplace/contracts'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../../testing/fixtures/contract-scenario.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

describe('the effects of contract transitions', () => {
  it('are one timeline entry each; drafts are private to the provider', async () => {
    const { provider, active, workOff } = await createContractScenario(testApp)
    const { id } = await active({ totalAmount: 100, milestones: [{ title: 'All', amount: 100 }] })
    await workOff(id, 1)
    const ownTimeline = await testApp.call(getContractTimeline, { params: { id } }, provider)
    const events = [
      'contract.sent',
      'contract.signed',
      'contract.activated',
      'milestone.started',
      'milestone.submitted',
      'milestone.approved',
      'contract.completed',
    ]
    expect(ownTimeline.map(({ event }) => event)).toEqual(['contract.drafted', ...events])
    expect(ownTimeline.map(({ seq }) => seq)).toEqual(ownTimeline.map((_, index) => index + 1))
    const { timeline } = await testApp.call(getMarketplaceContract, { params: { id } }, marketplace)
    expect(timeline.map(({ event }) => event)).toEqual(events)
  })

  it('are system messages with a card', async () => {
    const { provider, customer, sent, sign } = await createContractScenario(testApp)
    const { id, reference } = await sent()
    await sign(id)
    await testApp.deps.jobs.runDue()
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    const cid = `messaging:${channel.id}`
    const lines = await testApp.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    const about = lines.filter(({ text }) => text.includes(reference))
    expect(about.map(({ text }) => text)).toEqual([
      `Contract to sign: ${reference}, New kitchen, ₦3,000`,
      `Contract signed by both parties: ${reference}, New kitchen, ₦3,000`,
    ])
    // Each side reads it in their own language, from its code.
    const messages = await testApp.app.chat.listMessages(cid, provider.id, { after: 0, limit: 10 })
    expect(messages.find(({ text }) => text.startsWith('Contract to sign'))?.custom).toEqual({
      systemMessage: {
        code: 'contract-sent',
        params: {
          contract: { code: 'reference-and-title', params: { reference, title: 'New kitchen' } },
          total: { amount: 300_000, currency: 'NGN' },
        },
      },
    })
  })

  it("are notifications for other people's actions, completed when the contract moves on", async () => {
    const { provider, sent, active, edit } = await createContractScenario(testApp)
    const { id } = await sent()
    const notifications = () =>
      testApp.db.query<{ workflow: string; settled: boolean }>(sql`
        select workflow, resolved_at is not null as settled from notifications where subject_id = ${id} order by id`)
    const body = { note: 'Grey taps, please.' }
    await testApp.call(requestContractChanges, { params: { id }, body }, marketplace)
    expect(await notifications()).toEqual([{ workflow: 'contract-changes-requested', settled: false }])
    await edit(id, {})
    expect(await notifications()).toEqual([{ workflow: 'contract-changes-requested', settled: true }])
    const { id: other } = await active()
    await testApp.call(holdContract, { params: { id: other }, body: { reasonCode: 'WEATHER' } }, provider)
    const ending = { reasonCode: 'MUTUAL' as const, effectiveDate: '2026-03-20' }
    await testApp.call(proposeMarketplaceTermination, { params: { id: other }, body: ending }, marketplace)
    const notices = await testApp.db.query<{ workflow: string }>(
      sql`select workflow from notifications where subject_id = ${other} order by id`,
    )
    expect(notices.map(({ workflow }) => workflow)).toEqual(['contract-signed', 'termination-proposed'])
  })
})
