import type { Profile } from '@fettle/protocol/accounts/profile'
import type { ProviderDocument } from '@fettle/protocol/accounts/documents'
import { onlineManager } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheProfile } from '../../shared/profile/profile.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { toast, toastStore } from '../../ui/feedback/toast.ts'
import { LetterheadCard } from './components/letterhead-card.tsx'
import { SummaryCard } from './components/summary-card.tsx'
import { UploadDialog } from './documents/upload-dialog.tsx'
import { WithdrawDialog } from './documents/withdraw-dialog.tsx'
import { UsualTaxCard } from './price-book/usual-tax-card.tsx'

const profile = {
  firstName: 'Ada',
  lastName: 'Obi',
  avatar: null,
  usualTaxRateBps: 750,
  letterhead: { logo: null, colour: 'ORANGE' },
  completeness: { percent: 100, missing: [] },
} as unknown as Profile
const idCard = { id: 'doc_1', type: 'ID_CARD' } as unknown as ProviderDocument
const nothing = () => undefined

/** The server refuses everything with this. */
let refusal: { status: number; message?: string }
const answer = () => JSON.stringify({ success: false, code: 'INTERNAL', ...refusal })

class FakeXhr {
  upload = {}
  responseText = ''
  onload?: () => void
  onloadend?: () => void
  open = nothing
  setRequestHeader = nothing
  getResponseHeader = () => null
  get status() {
    return refusal.status
  }
  send() {
    this.responseText = answer()
    this.onload?.()
    this.onloadend?.()
  }
}

const screen = setUpScreen({ queries: { staleTime: Infinity } })
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  vi.stubGlobal('fetch', async () => new Response(answer(), { status: refusal.status }))
  URL.createObjectURL = () => 'blob:picture'
})
afterEach(() => {
  onlineManager.setOnline(true)
  return act(async () => toast.clear())
})

const pick = (file = new File(['abc'], 'me.png', { type: 'image/png' })) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file chooser')
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const press = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click()

const writes: [string, ReactNode, () => void][] = [
  ['the default tax', <UsualTaxCard key="" />, () => document.querySelector('form')?.requestSubmit()],
  ['the colour', <LetterheadCard key="" />, () => document.querySelector<HTMLElement>('[value=BLUE]')?.click()],
  ['the logo', <LetterheadCard key="" />, () => pick()],
  ['the picture', <SummaryCard key="" profile={profile} onFill={nothing} />, () => pick()],
  ['a document', <WithdrawDialog key="" document={idCard} onClose={nothing} />, () => press('Withdraw')],
]

const draw = async (node: ReactNode) => {
  cacheProfile(screen.queryClient(), profile)
  await screen.draw(node)
}
/** The title of the toast that follows a change. */
const titleAfter = async (change: () => void) => {
  await act(async () => change())
  await act(() => vi.waitUntil(() => toastStore.get().length > 0, { timeout: 60_000 }))
  const [title] = toastStore.get().map((each) => each.title)
  await act(async () => toast.clear())
  // The message comes before the end of the request, until which no other file can be chosen.
  await act(() => vi.waitUntil(() => !document.querySelector('input[type=file]:disabled'), { timeout: 60_000 }))
  return title
}

it.each(writes)('says why %s could not be changed', async (_, node, change) => {
  await draw(node)
  const toastTitle = () => titleAfter(change)
  refusal = { status: 500 }
  expect(await toastTitle()).toBe('Server error occurred. Please try again')
  refusal = { status: 500, message: 'Disk full' }
  expect(await toastTitle()).toBe('Disk full')
  refusal = { status: 401, message: 'Expired' }
  expect(await toastTitle()).toBe('Authentication failed. Your session may have expired. Please try logging in again.')
})

it.each(writes.slice(0, 2))(
  'says at once that %s could not be changed without a connection',
  async (_, node, change) => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    onlineManager.setOnline(false)
    await draw(node)
    expect(await titleAfter(change)).toBe('No connection. Check your network and try again.')
  },
)

it('says that the picture could not be changed where the server does not say why', async () => {
  await draw(<SummaryCard profile={profile} onFill={nothing} />)
  refusal = { status: 404 }
  expect(await titleAfter(() => pick())).toBe('Failed to update profile picture')
})

it('says that a document could not be uploaded where the server does not say why', async () => {
  const types = ['PROOF_OF_ADDRESS'] as const
  await draw(<UploadDialog first="PROOF_OF_ADDRESS" types={types} replaced={[]} onClose={nothing} />)
  await act(async () => pick(new File(['%PDF-1.7'], 'bill.pdf', { type: 'application/pdf' })))
  await act(() => vi.waitUntil(() => document.body.textContent?.includes('bill.pdf'), { timeout: 60_000 }))
  refusal = { status: 404 }
  expect(await titleAfter(() => press('Send for review'))).toBe('Failed to upload documents')
})
