import { ContractDraft } from '@fettle/protocol/contracts/content'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { ContractConflict } from './conflict-view.tsx'
import { formOf } from './contract-form.ts'
import type { ContractAutosave } from './use-contract-autosave.ts'

const { draw, text } = setUpScreen()

it('names everything in which the two versions differ', async () => {
  const content = ContractDraft.parse({ title: 'House', milestones: [] })
  const mine = { ...content, startDate: '2026-12-01', paymentTerms: { lateFeeBps: 0, dueDays: 14 } }
  const conflict = { theirs: { content } as ContractDetails }
  const autosave = { conflict, resolve: async () => undefined } as unknown as ContractAutosave
  await draw(<ContractConflict form={formOf(mine)} autosave={autosave} currency="NGN" />)
  expect(text()).toMatch(/Changes in my version Start date · Payment$/)
})
