import type { Profile } from '@fettle/protocol/accounts/profile'
import type { ProviderDocument } from '@fettle/protocol/accounts/documents'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { DocumentsTab } from './documents-tab.tsx'

const documentOf = (type: ProviderDocument['type'], status: ProviderDocument['status']) => ({
  id: `doc_${type}`,
  type,
  side: 'SINGLE',
  status,
  mime: 'application/pdf',
  rejection: null,
  allowedActions: ['replace'],
  url: null,
  expiresAt: '2026-11-01',
  reviewDueAt: null,
  createdAt: '2026-03-02T20:00:00.000Z',
})
const documents = [documentOf('PASSPORT', 'APPROVED'), documentOf('INSURANCE_CERTIFICATE', 'EXPIRED')]
replaceExports(apiModule, { call: async () => documents })

const { draw, go, press, field } = setUpScreen()
const profile = { verificationLevel: 'VERIFIED' } as Profile
const title = () => document.querySelector('dialog h2')?.textContent
const show = async (address?: string) => {
  await draw(<DocumentsTab profile={profile} />, address)
  await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(2))
}

it.each([['Upload a newer version: Passport'], ['Upload again: Insurance certificate']])(
  'replaces a document under the name of its button: %s',
  async (name) => {
    await show()
    await press(name)
    expect(title()).toBe(name)
    expect(field('Type of document')).toBeUndefined()
  },
)

it('asks for the type of a new document', async () => {
  await show()
  await press('Upload a document')
  expect(title()).toBe('Upload a document')
  expect(field('Type of document')).toBeDefined()
})

it('replaces the document that a notification leads to, and takes one of a type that is missing', async () => {
  await show('/profile?tab=documents&upload=INSURANCE_CERTIFICATE')
  expect(title()).toBe('Upload again: Insurance certificate')
  await press('Close')
  expect(title()).toBeUndefined()
  await go('/profile?tab=documents&upload=SELFIE')
  expect(title()).toBe('Upload a document')
  expect(field('Type of document').value).toBe('SELFIE')
})
