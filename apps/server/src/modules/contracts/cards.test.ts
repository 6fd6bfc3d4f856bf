import { getContract, listContractCards } from '@fettle/protocol/contracts'
import { contractCardsMax } from '@fettle/protocol/contracts/constants'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../testing/fixtures/contract-scenario.ts'
import { countStatements } from '../../../testing/app/count-statements.ts'
import { type Caller, setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const cards = (caller: Caller, ...ids: string[]) =>
  testApp.call(listContractCards, { query: { ids: ids.join(',') } }, caller)

describe('contract cards', () => {
  it('contain the same status, progress and actions as the contract', async () => {
    const { provider, draft, sent, active, submit } = await createContractScenario(testApp)
    const running = await active()
    await submit(running.id, 1)
    const ids = [(await draft()).id, (await sent()).id, running.id]
    const answered = await cards(provider, ...ids)
    expect(answered.map(({ id }) => id).sort()).toEqual(ids.toSorted())
    for (const card of answered) {
      const contract = await testApp.call(getContract, { params: { id: card.id } }, provider)
      const { id, status, version, total, signBy, progress, nextMilestone, allowedActions, customer, city } = contract
      expect(card).toMatchObject({
        id,
        status,
        version,
        total,
        signBy,
        progress,
        nextMilestone,
        allowedActions,
        customer,
        city,
      })
    }
  })

  it('leave out unknown contracts and those of others', async () => {
    const ownScenario = await createContractScenario(testApp)
    const otherScenario = await createContractScenario(testApp, { isNew: true })
    const [own, other] = [await ownScenario.blank(), await otherScenario.blank()]
    const found = await cards(
      ownScenario.provider,
      other.id,
      own.id,
      own.id,
      'ctr_00000000000000000000000000',
      'anything',
    )
    expect(found.map(({ id }) => id)).toEqual([own.id])
    expect(await cards(ownScenario.provider)).toEqual([])
  })

  it('take the same number of statements for six contracts as for two', async () => {
    const { provider, draft } = await createContractScenario(testApp)
    const ids: string[] = []
    for (let index = 0; index < 6; index += 1) ids.push((await draft()).id)
    const counted = (some: string[]) => countStatements(testApp, () => cards(provider, ...some))
    await cards(provider, ...ids)
    const few = await counted(ids.slice(0, 2))
    expect(few).toBeGreaterThan(0)
    expect(await counted(ids)).toBe(few)
  })

  it('are refused without a token and beyond fifty', async () => {
    const { provider } = await createContractScenario(testApp)
    expect(await testApp.refusal(listContractCards, { query: { ids: '' } })).toMatchObject({ status: 401 })
    const ids = Array.from({ length: contractCardsMax + 1 }, (_, index) => `ctr_${index}`).join(',')
    expect(await testApp.refusal(listContractCards, { query: { ids } }, provider)).toMatchObject({ status: 422 })
  })
})
