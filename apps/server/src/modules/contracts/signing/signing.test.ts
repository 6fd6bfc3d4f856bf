import { consentTextVersionOf, consentTextsIn } from '@fettle/protocol/contracts/consent-texts'
import { sendStepUpCode, stepUp } from '@fettle/protocol/accounts/auth'
import { getContractAudit } from '@fettle/protocol/contracts/audit'
import { sendContract, viewContract } from '@fettle/protocol/contracts/actions'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { signContract, viewMarketplaceContract } from '@fettle/protocol/marketplace/contracts'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../../testing/fixtures/contract-scenario.ts'
import { latestVerificationCode } from '../../../../testing/fixtures/accounts.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

describe('the name of a signature', () => {
  it("must equal the profile's", async () => {
    const { provider, draft, readToEnd, prove, sending } = await createContractScenario(testApp)
    const { id } = await draft()
    await readToEnd(id)
    await prove()
    const input = await sending(id)
    const as = (legalName: string) => ({ ...input, body: { signature: { ...input.body.signature, legalName } } })
    expect(await testApp.refusal(sendContract, as('Ada Eze'), provider)).toMatchObject({
      status: 422,
      issues: [
        {
          field: 'legalName',
          code: 'MISMATCH',
          message: 'Sign with your full name as in your profile: Ada Obi.',
        },
      ],
    })
    expect(await testApp.call(sendContract, as('ÁDA   obi'), provider)).toMatchObject({ status: 'PENDING_SIGNATURES' })
  })
})

describe('signing a contract', () => {
  it('needs both current consents', async () => {
    const { provider, draft, sending } = await createContractScenario(testApp)
    const { params, body } = await sending((await draft()).id)
    const consents = { electronicRecords: true, readAndAgree: false } as never
    const without = { params, body: { signature: { ...body.signature, consents } } }
    expect(await testApp.refusal(sendContract, without, provider)).toMatchObject({
      status: 422,
      issues: [{ field: 'readAndAgree', message: 'Tick both boxes to sign.' }],
    })
    const old = { params, body: { signature: { ...body.signature, consentTextVersion: '2020-01' as never } } }
    expect(await testApp.refusal(sendContract, old, provider)).toMatchObject({
      issues: [{ field: 'consentTextVersion' }],
    })
  })

  it('records the language and text of the consents in the audit trail', async () => {
    const { provider, draft, readToEnd, prove, sending } = await createContractScenario(testApp)
    const { id } = await draft()
    await readToEnd(id)
    await prove()
    const { params, body } = await sending(id)
    const signature = { ...body.signature, consentLocale: 'fr' as const }
    const { signatures } = await testApp.call(sendContract, { params, body: { ...body, signature } }, provider)
    expect(signatures).toMatchObject([{ consentTextVersion: consentTextVersionOf.CONTRACT, consentLocale: 'fr' }])
    const trail = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(trail.find(({ event }) => event === 'CONSENT_GIVEN')?.data).toEqual({
      consentTextVersion: consentTextVersionOf.CONTRACT,
      consentLocale: 'fr',
      ...consentTextsIn('fr', 'CONTRACT'),
    })
  })

  it('records a consent in the words of its version', async () => {
    const { provider, draft, readToEnd, prove, sending } = await createContractScenario(testApp)
    const { id } = await draft()
    await readToEnd(id)
    await prove()
    const { params, body } = await sending(id)
    const signature = { ...body.signature, consentTextVersion: '2026-11' as const }
    await testApp.call(sendContract, { params, body: { ...body, signature } }, provider)
    const trail = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(trail.find(({ event }) => event === 'CONSENT_GIVEN')?.data).toMatchObject({
      consentTextVersion: '2026-11',
      ...consentTextsIn('en', 'CONTRACT', '2026-11'),
    })
  })

  it('needs the text to be read to its end', async () => {
    const { provider, draft, prove, sending, readToEnd } = await createContractScenario(testApp)
    const { id, contentHash } = await draft()
    await prove()
    const opened = { params: { id }, body: { contentHash, toEnd: false } }
    const seen = await testApp.call(viewContract, opened, provider)
    expect(seen.reading).toEqual({ openedAt: '2026-03-02T11:00:00.000Z', readToEndAt: null })
    const input = await sending(id)
    expect(await testApp.refusal(sendContract, input, provider)).toMatchObject({
      status: 409,
      code: 'READ_REQUIRED',
      message: 'Read the contract to the end before you sign.',
    })
    expect((await readToEnd(id)).reading.readToEndAt).toBe('2026-03-02T11:00:00.000Z')
    expect(await testApp.call(sendContract, input, provider)).toMatchObject({ status: 'PENDING_SIGNATURES' })
  })

  it('needs a step-up within five minutes', async () => {
    const { provider, draft, readToEnd, prove, sending } = await createContractScenario(testApp, { isNew: true })
    const { id } = await draft()
    await readToEnd(id)
    const input = await sending(id)
    const refusal = () => testApp.refusal(sendContract, input, provider)
    expect(await refusal()).toMatchObject({
      status: 403,
      code: 'STEP_UP_REQUIRED',
      message: "Confirm it's you to continue.",
    })
    await prove()
    testApp.clock.advance(5 * MINUTE_MS)
    expect(await refusal()).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await testApp.call(sendStepUpCode, {}, provider)
    await testApp.call(stepUp, { body: { code: await latestVerificationCode(testApp, provider.email) } }, provider)
    const sent = await testApp.call(sendContract, input, provider)
    expect(sent.signatures).toMatchObject([{ party: 'PROVIDER', stepUp: 'OTP', voidedAt: null, ip: '127.0.0.1' }])
  })

  it('is bound to this text', async () => {
    const { provider, draft, edit, readToEnd, prove, sending } = await createContractScenario(testApp)
    const { id } = await draft()
    await readToEnd(id)
    await prove()
    const input = await sending(id)
    await edit(id, { exclusions: 'Painting and plastering.' })
    expect(await testApp.refusal(sendContract, input, provider)).toMatchObject({
      status: 409,
      code: 'VERSION_SUPERSEDED',
      message: 'The contract was updated. Review version 1.',
    })
    const stale = { params: { id }, body: { contentHash: input.body.signature.contentHash, toEnd: true } }
    expect(await testApp.refusal(viewContract, stale, provider)).toMatchObject({ code: 'VERSION_SUPERSEDED' })
  })

  it('by hand needs the drawing', async () => {
    const { provider, draft, sending } = await createContractScenario(testApp)
    const { params, body } = await sending((await draft()).id)
    const drawn = { params, body: { signature: { ...body.signature, method: 'DRAWN' as const } } }
    expect(await testApp.refusal(sendContract, drawn, provider)).toMatchObject({
      issues: [{ field: 'imageFileId', message: 'Draw your signature.' }],
    })
  })

  it('needs an identity document where the operator requires it', async () => {
    const { provider, draft, readToEnd, prove, sending } = await createContractScenario(testApp)
    const { id } = await draft()
    await readToEnd(id)
    await prove()
    const set = (value: boolean) =>
      testApp.call(patchSettings, { body: { values: { contractNeedsIdentity: value } } }, marketplace)
    await set(true)
    const input = await sending(id)
    expect(await testApp.refusal(sendContract, input, provider)).toMatchObject({
      status: 403,
      code: 'VERIFICATION_REQUIRED',
      message: 'You can sign contracts once we have approved an identity document. Upload one in your profile.',
    })
    await set(false)
    expect(await testApp.call(sendContract, input, provider)).toMatchObject({ status: 'PENDING_SIGNATURES' })
  })
})

describe('the customer of a contract', () => {
  it('signs what they read, with a recent proof of identity', async () => {
    const { sent, signing, readToEndAsCustomer, onBehalf } = await createContractScenario(testApp)
    const { id } = await sent()
    const refusal = async (over: Parameters<typeof signing>[1] = {}) =>
      testApp.refusal(signContract, await signing(id, over), marketplace)
    expect(await refusal()).toMatchObject({ code: 'READ_REQUIRED' })
    await readToEndAsCustomer(id)
    const { body } = await signing(id)
    expect(await refusal({ signature: { ...body.signature, legalName: 'Somebody Else' } })).toMatchObject({
      issues: [{ message: 'Sign with your full name as in your profile: Chidi Okafor.' }],
    })
    const old = new Date(+testApp.clock.now() - 6 * MINUTE_MS).toISOString()
    expect(await refusal({ onBehalf: { ...onBehalf(), authenticatedAt: old } })).toMatchObject({
      status: 403,
      code: 'STEP_UP_REQUIRED',
    })
    const other = { ...body.signature, contentHash: '0'.repeat(64) }
    expect(await refusal({ signature: other })).toMatchObject({ code: 'VERSION_SUPERSEDED' })
    expect(await testApp.call(signContract, await signing(id), marketplace)).toMatchObject({
      status: 'ACTIVE',
      signatures: [{ party: 'PROVIDER' }, { party: 'CUSTOMER', ip: '203.0.113.7', stepUp: 'OTP' }],
    })
  })

  it('gets the same response for a repeated signature', async () => {
    const { sent, sign, signing } = await createContractScenario(testApp)
    const { id } = await sent()
    await sign(id)
    const signedContract = await testApp.call(signContract, await signing(id), marketplace)
    expect(signedContract).toMatchObject({ status: 'ACTIVE', signatures: [{}, {}] })
  })
})

describe('an unsigned contract', () => {
  it('expires after two weeks', async () => {
    const { sent, signing, readToEndAsCustomer, readAsCustomer } = await createContractScenario(testApp)
    const { id, contentHash } = await sent()
    await readToEndAsCustomer(id)
    testApp.clock.advance(14 * 24 * 60 * MINUTE_MS + 1)
    const expired = { status: 410, code: 'SIGN_LINK_EXPIRED', message: 'This contract has expired.' }
    expect(await testApp.refusal(signContract, await signing(id), marketplace)).toMatchObject(expired)
    await testApp.deps.jobs.runDue()
    expect(await testApp.refusal(signContract, await signing(id), marketplace)).toMatchObject(expired)
    const reading = { params: { id }, body: { contentHash } }
    expect(await testApp.refusal(viewMarketplaceContract, reading, marketplace)).toMatchObject(expired)
    expect(await readAsCustomer(id)).toMatchObject({ status: 'EXPIRED', allowedActions: [], ended: { by: 'SYSTEM' } })
  })
})
