import type { Operation } from '@fettle/protocol'
import { login } from '@fettle/protocol/accounts/auth'
import * as actions from '@fettle/protocol/contracts/actions'
import { contractStatuses, type ContractAction, type ContractStatus } from '@fettle/protocol/contracts'
import * as marketplaceApi from '@fettle/protocol/marketplace/contracts'
import * as terminations from '@fettle/protocol/marketplace/contract-terminations'
import { expect, it } from 'vitest'
import { createContractScenario, signatureOf } from '../../../../testing/fixtures/contract-scenario.ts'
import { PASSWORD } from '../../../../testing/fixtures/accounts.ts'
import { marketplace, actingCustomer, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

// Every action of both sides in every state, through the API.

const testApp = setUpTestApp()

const hash = '0'.repeat(64)
const signing = { ...actingCustomer, authMethod: 'OTP', authenticatedAt: '2026-03-02T11:00:00.000Z' }
const ending = { reasonCode: 'MUTUAL', effectiveDate: '2026-03-20' }
const calls: { action: ContractAction; operation: Operation; body: object }[] = [
  { action: 'send', operation: actions.sendContract, body: { signature: signatureOf(hash, 'Ada Obi') } },
  { action: 'void', operation: actions.voidContract, body: { reason: 'Not needed.' } },
  { action: 'hold', operation: actions.holdContract, body: { reasonCode: 'WEATHER' } },
  { action: 'resume', operation: actions.resumeContract, body: {} },
  { action: 'edit', operation: actions.editContract, body: { content: {} } },
  { action: 'remove', operation: actions.removeContract, body: {} },
  { action: 'termination', operation: actions.proposeTermination, body: ending },
  { action: 'accept-termination', operation: actions.acceptTermination, body: {} },
  { action: 'contest-termination', operation: actions.contestTermination, body: { note: 'No, not so.' } },
  { action: 'withdraw-termination', operation: actions.withdrawTermination, body: {} },
  { action: 'amend', operation: actions.createAmendment, body: { title: 'More', reason: 'OTHER' } },
  {
    action: 'sign',
    operation: marketplaceApi.signContract,
    body: { signature: signatureOf(hash, 'Chidi Okafor'), onBehalf: signing },
  },
  { action: 'request-changes', operation: marketplaceApi.requestContractChanges, body: { note: 'Grey taps.' } },
  { action: 'decline', operation: marketplaceApi.declineContract, body: { reason: 'Not what we said.' } },
  { action: 'hold', operation: marketplaceApi.holdMarketplaceContract, body: { reasonCode: 'WEATHER' } },
  { action: 'resume', operation: marketplaceApi.resumeMarketplaceContract, body: {} },
  { action: 'withdraw', operation: terminations.withdrawFromContract, body: {} },
  { action: 'termination', operation: terminations.proposeMarketplaceTermination, body: ending },
  {
    action: 'accept-termination',
    operation: terminations.acceptMarketplaceTermination,
    body: { onBehalf: actingCustomer },
  },
  {
    action: 'contest-termination',
    operation: terminations.contestMarketplaceTermination,
    body: { note: 'No, not so.' },
  },
  { action: 'withdraw-termination', operation: terminations.withdrawMarketplaceTermination, body: {} },
]

const late = new Set<ContractAction>(['sign', 'request-changes', 'decline'])

async function call(operation: Operation, id: string, body: object, provider: TestProvider) {
  const { token = '' } = operation.audience === 'marketplace' ? marketplace : provider
  const caller = { token, headers: { 'idempotency-key': testApp.deps.ids.token() } }
  const input = { params: { id }, ...(operation.method === 'DELETE' ? {} : { body }) }
  const { status, body: answer } = await testApp.send(operation, input, caller)
  return { status, body: answer as { code?: string; details?: { allowed?: string[] } } }
}

/** A contract in each of the eleven states it can have after sending. */
async function inState(status: ContractStatus) {
  const the = await createContractScenario(testApp)
  const one = { totalAmount: 100, milestones: [{ title: 'All', amount: 100 }] }
  const move = (operation: Operation, body: object) => call(operation, id, body, the.provider)
  const isSigned = ['ACTIVE', 'ON_HOLD', 'DISPUTED', 'COMPLETED', 'TERMINATED'].includes(status)
  const { id } = isSigned ? await the.active(one) : await the.sent(one)
  if (status === 'DRAFT') await the.edit(id, {})
  if (status === 'CHANGES_REQUESTED') await move(marketplaceApi.requestContractChanges, { note: 'Grey taps.' })
  if (status === 'ON_HOLD') await move(actions.holdContract, { reasonCode: 'WEATHER' })
  if (status === 'COMPLETED') await the.workOff(id, 1)
  if (status === 'DISPUTED' || status === 'TERMINATED') {
    await move(actions.proposeTermination, ending)
    const answer =
      status === 'DISPUTED' ? terminations.contestMarketplaceTermination : terminations.acceptMarketplaceTermination
    await move(answer, { note: 'No, not so.', onBehalf: actingCustomer })
  }
  if (status === 'DECLINED') await move(marketplaceApi.declineContract, { reason: 'Not what we said.' })
  if (status === 'EXPIRED') {
    await testApp.advance(14 * 86_400_000 + 1)
    // After two weeks they have to log in again.
    const body = { emailOrPhone: the.provider.email, password: PASSWORD, role: 'PROVIDER' }
    the.provider.token = (await testApp.call(login, { body }, {})).token ?? ''
  }
  if (status === 'VOIDED') await move(actions.voidContract, { reason: 'Not needed.' })
  return { id, ...the }
}

for (const status of contractStatuses) {
  it(`a contract that is ${status} allows its listed actions and refuses the rest`, async () => {
    const { id, provider, read, readAsCustomer } = await inState(status)
    const contract = await read(id)
    expect(contract.status).toBe(status)
    const customers = await readAsCustomer(id)
    for (const { action, operation, body } of calls) {
      const { allowedActions } = operation.audience === 'marketplace' ? customers : contract
      if (allowedActions.includes(action)) continue
      const answer = await call(operation, id, body, provider)
      // Repeating the action that led to the state returns the result.
      if (answer.status === 200) {
        expect([operation.name, (await read(id)).version]).toEqual([operation.name, contract.version])
        continue
      }
      // Late actions report the expiry, whether or not the timer has run.
      if (status === 'EXPIRED' && late.has(action)) {
        expect([operation.name, answer.status, answer.body.code]).toEqual([operation.name, 410, 'SIGN_LINK_EXPIRED'])
        continue
      }
      expect([operation.name, answer.status]).toEqual([operation.name, 409])
      if (answer.body.code === 'INVALID_TRANSITION') expect(answer.body.details?.allowed).toEqual(allowedActions)
      else expect(answer.body.code).toBe('TERMINATION_PENDING')
    }
    expect((await read(id)).version).toBe(contract.version)
  })
}
