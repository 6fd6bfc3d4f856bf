import { createContract, editContract, removeContract, sendContract } from '@fettle/protocol/contracts/actions'
import {
  createContractTemplate,
  listContractTemplates,
  removeContractTemplate,
  saveContractTemplate,
} from '@fettle/protocol/contracts/templates'
import { getContract } from '@fettle/protocol/contracts'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { createUpload } from '@fettle/protocol/common/uploads'
import { saveContactInfo } from '@fettle/protocol/accounts/profile'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createContractScenario, kitchenContract } from '../../../../testing/fixtures/contract-scenario.ts'
import { asFile, pdf } from '../../../../testing/fixtures/files.ts'
import { statusesOf } from '../../../../testing/fixtures/accounts.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  onboardingAnswers,
} from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { findSigner } from '../../profile/index.ts'

const testApp = setUpTestApp()

describe('a contract draft', () => {
  it('starts empty, for a known customer or conversation only', async () => {
    const { provider, customer, blank } = await createContractScenario(testApp)
    expect(await blank()).toMatchObject({
      status: 'DRAFT',
      reference: expect.stringMatching(/^CT-2026-\d{6}$/),
      customer: { id: customer.id },
      content: { title: '', milestones: [], cancellationPolicy: 'STANDARD', coolingOffDays: 0 },
      allowedActions: ['send', 'void', 'edit', 'remove'],
    })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    const fromChannel = await testApp.call(createContract, { body: { channelId: channel.id } }, provider)
    expect(fromChannel.customer.id).toBe(customer.id)
    const stranger = await createCustomer(testApp)
    expect(await testApp.refusal(createContract, { body: { customerId: stranger.id } }, provider)).toMatchObject({
      status: 404,
    })
    expect(await testApp.refusal(createContract, { body: {} }, provider)).toMatchObject({
      issues: [{ message: 'Choose an offer, a customer or a conversation.' }],
    })
  })

  it("has the currency and country of the operators' settings until its provider has a country", async () => {
    const { provider, blank } = await createContractScenario(testApp, { isNew: true })
    await testApp.db.execute(sql`update profiles set country = null where account_id = ${provider.id}`)
    const set = (defaultCountry: string | null) =>
      testApp.call(patchSettings, { body: { values: { defaultCountry } } }, marketplace)
    await set('GH')
    try {
      expect((await blank()).currency).toBe('GHS')
      expect(await findSigner(testApp.deps, testApp.db, provider.id)).toMatchObject({ country: 'GH' })
    } finally {
      await set(null)
    }
  })

  it('is changed field by field, keeping the ids of its milestones', async () => {
    const { blank, edit } = await createContractScenario(testApp)
    const { id } = await blank()
    const first = await edit(id, { title: 'New kitchen', milestones: kitchenContract.milestones, totalAmount: 300_000 })
    expect(first).toMatchObject({ title: 'New kitchen', milestoneTotal: 300_000, version: 2 })
    const ids = first.content.milestones.map((milestone) => milestone.id)
    expect(new Set(ids).size).toBe(3)
    const second = await edit(id, { milestones: first.content.milestones.toReversed() })
    expect(second.content).toMatchObject({ title: 'New kitchen', totalAmount: 300_000 })
    expect(second.content.milestones.map((milestone) => milestone.id)).toEqual(ids.toReversed())
    expect(second.contentHash).not.toBe(first.contentHash)
  })

  it("does not accept another contract's milestone", async () => {
    const { provider, draft, blank } = await createContractScenario(testApp)
    const { content } = await draft()
    const { id } = await blank()
    const body = { content: { milestones: content.milestones } }
    expect(await testApp.refusal(editContract, { params: { id }, body }, provider)).toMatchObject({
      status: 422,
      issues: [{ path: ['content', 'milestones', 0, 'id'], message: 'Leave the id out for a new milestone.' }],
    })
  })

  it('is refused when based on an older version, with the current one', async () => {
    const { provider, blank, edit } = await createContractScenario(testApp)
    const { id, version } = await blank()
    await edit(id, { title: 'New kitchen' }, { version })
    const stale = { params: { id }, body: { version, content: { title: 'Old kitchen' } } }
    expect(await testApp.refusal(editContract, stale, provider)).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'This contract changed while you were editing. Review the latest version and try again.',
      details: { current: { title: 'New kitchen', version: version + 1 } },
    })
    const responses = await Promise.all(
      ['Red', 'Blue'].map((title) =>
        testApp.send(editContract, { params: { id }, body: { version: version + 1, content: { title } } }, provider),
      ),
    )
    expect(statusesOf(responses)).toEqual([200, 409])
  })

  it('can be deleted until it is sent', async () => {
    const { provider, draft, sent, edit } = await createContractScenario(testApp)
    const { id } = await draft()
    await testApp.call(removeContract, { params: { id } }, provider)
    expect(await testApp.refusal(getContract, { params: { id } }, provider)).toMatchObject({ status: 404 })
    const { id: shown } = await sent()
    await edit(shown, {})
    expect(await testApp.refusal(removeContract, { params: { id: shown } }, provider)).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the contract is a draft.',
      details: { allowed: ['send', 'void', 'edit'] },
    })
  })

  it('leaves no files behind when it is deleted', async () => {
    const { provider, draft, edit } = await createContractScenario(testApp)
    const { id } = await draft()
    const upload = { body: { purpose: 'CONTRACT_FILE' as const }, file: asFile(pdf()) }
    const file = await testApp.call(createUpload, upload, provider)
    await edit(id, { attachments: [file.id] })
    await testApp.call(removeContract, { params: { id } }, provider)
    await testApp.advance(25 * 3_600_000)
    expect(await testApp.db.query(sql`select from files where id = ${file.id}`)).toEqual([])
  })

  it('refers to files and documents of its own provider only', async () => {
    const { provider, draft, edit } = await createContractScenario(testApp)
    const { id } = await draft()
    const purpose = 'CONTRACT_FILE' as const
    const file = await testApp.call(createUpload, { body: { purpose }, file: asFile(pdf()) }, provider)
    const named = await edit(id, { attachments: [file.id] })
    expect(named.files).toMatchObject([{ id: file.id, mime: 'application/pdf' }])
    const other = await createProvider(testApp)
    const otherUpload = await testApp.call(createUpload, { body: { purpose }, file: asFile(pdf()) }, other)
    const input = { params: { id }, body: { content: { attachments: [otherUpload.id] } } }
    expect(await testApp.refusal(editContract, input, provider)).toMatchObject({ status: 422 })
    const insured = { params: { id }, body: { content: { insuranceDocumentId: `doc_${'0'.repeat(26)}` } } }
    expect(await testApp.refusal(editContract, insured, provider)).toMatchObject({
      issues: [{ field: 'insuranceDocumentId', message: 'Choose an approved insurance certificate.' }],
    })
  })
})

describe('a contract to be sent', () => {
  const refusalOf = async (content: Parameters<Awaited<ReturnType<typeof createContractScenario>>['draft']>[0]) => {
    const { provider, draft, readToEnd, prove, sending } = await createContractScenario(testApp)
    const { id } = await draft(content)
    await readToEnd(id)
    await prove()
    return testApp.refusal(sendContract, await sending(id), provider)
  }

  it('needs milestones that add up to the total', async () => {
    expect(await refusalOf({ totalAmount: 310_000 })).toMatchObject({
      status: 422,
      code: 'MILESTONES_MISMATCH',
      message: 'Milestones add up to ₦3,000, but the contract total is ₦3,100.',
      issues: [{ path: ['content', 'milestones'], code: 'MISMATCH' }],
    })
  })

  it('needs ordered dates and complete content, with an issue per field', async () => {
    const refusal = await refusalOf({ endDate: '2026-03-01', scopeOfWork: '', siteAddress: null })
    expect(refusal).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    expect(refusal.issues?.map(({ path }) => path.join('.'))).toEqual([
      'content.scopeOfWork',
      'content.siteAddress',
      'content.endDate',
      'content.milestones.0.dueDate',
      'content.milestones.1.dueDate',
      'content.milestones.2.dueDate',
    ])
  })
})

describe('a contract template', () => {
  it('fills a contract and records its version', async () => {
    const { provider, customer } = await createContractScenario(testApp, { isNew: true })
    const { title, milestones } = kitchenContract
    const content = { title, milestones, totalAmount: 300_000, coolingOffDays: 3, terms: terms('Pay in time.') }
    const template = await testApp.call(createContractTemplate, { body: { name: 'Kitchens', content } }, provider)
    expect(template.content.milestones[0]).toMatchObject({ title: 'Old units out', dueDate: null })
    const body = { customerId: customer.id, templateId: template.id }
    const draft = await testApp.call(createContract, { body }, provider)
    expect(draft.content).toMatchObject({
      title,
      coolingOffDays: 3,
      terms: { templateId: template.id, templateVersion: 1, text: 'Pay in time.' },
    })
    const params = { id: template.id }
    const changed = { name: 'Kitchens', content: { ...content, terms: terms('Pay at once.') } }
    const saved = await testApp.call(saveContractTemplate, { params, body: { ...changed, version: 1 } }, provider)
    expect(saved.version).toBe(2)
    const stale = { params, body: { ...changed, version: 1 } }
    expect(await testApp.refusal(saveContractTemplate, stale, provider)).toMatchObject({ code: 'VERSION_CONFLICT' })
    const still = await testApp.call(getContract, { params: { id: draft.id } }, provider)
    expect(still.content.terms.text).toBe('Pay in time.')
    await testApp.call(removeContractTemplate, { params }, provider)
    expect(await testApp.call(listContractTemplates, {}, provider)).toEqual([])
    expect(await testApp.refusal(createContract, { body }, provider)).toMatchObject({ status: 404 })
  })

  it('leaves its amounts out of a contract in another currency', async () => {
    const { provider, customer, draft } = await createContractScenario(testApp, { isNew: true })
    await draft()
    const { milestones } = kitchenContract
    const body = { name: 'Kitchens', content: { milestones, totalAmount: 300_000, terms: terms('Pay in time.') } }
    const template = await testApp.call(createContractTemplate, { body }, provider)
    expect(template.currency).toBe('NGN')
    const { address, city } = onboardingAnswers.location
    await testApp.call(saveContactInfo, { body: { address, city, state: 'Greater Accra', country: 'GH' } }, provider)
    const started = () =>
      testApp.call(createContract, { body: { customerId: customer.id, templateId: template.id } }, provider)
    const cedis = await started()
    expect(cedis).toMatchObject({ total: { amount: 0, currency: 'GHS' }, content: { terms: { text: 'Pay in time.' } } })
    expect(cedis.content.milestones.map(({ title, amount }) => [title, amount])).toEqual(
      milestones.map(({ title }) => [title, 0]),
    )
    const save = (over: object) =>
      testApp.call(saveContractTemplate, { params: { id: template.id }, body: { ...body, ...over } }, provider)
    // A new name leaves the currency of the amounts as it is.
    expect((await save({ name: 'Units' })).currency).toBe('NGN')
    expect((await save({ currency: 'GHS' })).currency).toBe('GHS')
    expect(await started()).toMatchObject({ total: { amount: 300_000, currency: 'GHS' } })
  })

  it('from before an update has the currency of the last contract before it', async () => {
    const { provider, draft } = await createContractScenario(testApp, { isNew: true })
    await draft()
    const body = { name: 'Old', content: {} }
    const { id } = await testApp.call(createContractTemplate, { body }, provider)
    await testApp.db.execute(sql`update contract_templates set currency = null where id = ${id}`)
    const path = new URL('../../../../migrations/0058_currency_of_contract_templates.sql', import.meta.url)
    const update = readFileSync(path, 'utf8')
      .split(';\n')
      .find((statement) => statement.includes('update contract_templates'))
    await testApp.db.execute(sql([update ?? '']))
    expect(await testApp.call(listContractTemplates, {}, provider)).toMatchObject([{ id, currency: 'NGN' }])
  })

  it('cannot shorten the withdrawal period set by the operator', async () => {
    const { provider, customer } = await createContractScenario(testApp, { isNew: true })
    const values = { coolingOffDays: 7 }
    await testApp.call(patchSettings, { body: { values } }, marketplace)
    const content = { coolingOffDays: 3 }
    const { id: templateId } = await testApp.call(
      createContractTemplate,
      { body: { name: 'Short', content } },
      provider,
    )
    const draft = await testApp.call(createContract, { body: { customerId: customer.id, templateId } }, provider)
    expect(draft.content.coolingOffDays).toBe(7)
    await testApp.call(patchSettings, { body: { values: { coolingOffDays: null } } }, marketplace)
  })

  it('is not sent with a shorter one either', async () => {
    const { provider, draft, sending } = await createContractScenario(testApp, { isNew: true })
    const { id } = await draft()
    await testApp.call(patchSettings, { body: { values: { coolingOffDays: 7 } } }, marketplace)
    expect(await testApp.refusal(sendContract, await sending(id), provider)).toMatchObject({
      status: 422,
      issues: [{ path: ['content', 'coolingOffDays'], message: 'Set the days to withdraw to 7 or more.' }],
    })
    await testApp.call(patchSettings, { body: { values: { coolingOffDays: null } } }, marketplace)
  })

  it('is one of at most fifty', async () => {
    const { provider } = await createContractScenario(testApp, { isNew: true })
    const make = (name: string) => testApp.send(createContractTemplate, { body: { name, content: {} } }, provider)
    for (let number = 0; number < 50; number += 1) await make(`Template ${number}`)
    expect(await make('One more')).toMatchObject({ status: 409, body: { code: 'TEMPLATE_LIMIT' } })
  })
})

const terms = (text: string) => ({ templateId: null, templateVersion: null, text })
