import type { Profile } from '@fettle/protocol/accounts/profile'
import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import * as useDocumentUploadModule from '../../../shared/provider-documents/use-document-upload.ts'
import * as documentFieldsModule from '../../../shared/provider-documents/document-fields.tsx'
import { Banking } from './banking.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const upload = { hasFiles: true, arrives: true, send: vi.fn(async () => upload.arrives) }
replaceExports(useDocumentUploadModule, { useDocumentUpload: () => upload })
replaceExports(documentFieldsModule, { DocumentFields: () => null })

const profile = {
  id: 'usr_1',
  firstName: 'Ada',
  lastName: 'Obi',
  country: 'NG',
  accountName: null,
  accountNumber: null,
  bankName: null,
  verificationLevel: 'NONE',
  identityRequired: false,
} as unknown as Profile

const { draw, button } = setUpScreen()
const onDone = vi.fn()
beforeEach(async () => {
  upload.hasFiles = true
  upload.arrives = true
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, data: profile })))
})

const skip = async () => {
  await draw(<Banking profile={profile} onDone={onDone} />)
  await press(button('Add later'))
}

it('says that a document was sent, also when the bank details are left for later', async () => {
  await skip()
  expect(toasts()).toEqual([['success', 'Document sent', 'Usually reviewed within 2 working days.']])
  expect(onDone).toHaveBeenCalledOnce()
})

it('says nothing about documents when none was chosen, or it did not arrive', async () => {
  upload.hasFiles = false
  await skip()
  expect(onDone).toHaveBeenCalledOnce()
  upload.hasFiles = true
  upload.arrives = false
  await skip()
  expect(toasts()).toEqual([])
  expect(onDone).toHaveBeenCalledOnce()
})

it('says that the bank account was saved, even if a chosen document does not arrive', async () => {
  upload.arrives = false
  const bank = { accountName: 'Ada Obi', bankName: 'First Bank of Nigeria', accountNumber: '0000014579' }
  await draw(<Banking profile={{ ...profile, ...bank }} onDone={onDone} />)
  await press(button('Save and continue'))
  expect(upload.send).toHaveBeenCalledOnce()
  expect(toasts()).toEqual([['success', 'Business info updated successfully']])
  expect(onDone).not.toHaveBeenCalled()
})
