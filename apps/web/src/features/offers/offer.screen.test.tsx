import type { OfferDetails } from '@fettle/protocol/offers'
import { OfferDraft } from '@fettle/protocol/offers/content'
import { act } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { openMenus, press, setUpScreen, settle, type, waitFor } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import * as profileModule from '../../shared/profile/profile.ts'
import { Component } from './offer.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const server = { requests: [] as string[] }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    server.requests.push(name)
    if (name === 'offers.get') return offerOf(true)
    if (name === 'offers.discardDraft') return offerOf(false)
    if (name === 'offers.saveDraft') return offerOf(true)
    return []
  },
})
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1', usualTaxRateBps: 0 }) })

/** A sent offer of Ngozi Eze's, with or without the draft of its next revision. */
function offerOf(hasDraft: boolean): OfferDetails {
  const content = z.parse(OfferDraft, { title: 'New tap' })
  return {
    id: 'off_1',
    reference: 'OF-2026-000001',
    status: 'SENT',
    title: 'New tap',
    total: null,
    customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
    currency: 'NGN',
    timeZone: 'Africa/Lagos',
    usualValidDays: 14,
    revisionNumber: 1,
    validUntil: null,
    bookingId: null,
    convertedTo: null,
    lostReason: null,
    request: null,
    acceptance: null,
    revisions: [],
    reminders: { automatic: false },
    files: [],
    version: 1,
    allowedActions: hasDraft ? ['draft', 'discard-draft'] : ['draft'],
    draftRevision: hasDraft ? { version: 3, content } : null,
    currentRevision: null,
  } as unknown as OfferDetails
}

const { draw, button, field } = setUpScreen()
const until = (check: () => unknown) => waitFor(() => expect(check()).toBeTruthy())
async function shown(name: string): Promise<HTMLElement> {
  await until(() => button(name))
  return button(name)
}

beforeEach(() => {
  HTMLElement.prototype.hidePopover ??= () => undefined
})

it('closes the editor when the new draft is discarded, and saves nothing afterwards', async () => {
  await draw(
    <Routes>
      <Route path="/" element={<Navigate to="/offers/off_1" />} />
      <Route path="/offers/:id" element={<Component />} />
    </Routes>,
  )
  await press(await shown('Continue editing'))
  await act(() => vi.dynamicImportSettled())
  await shown('Send…')
  await type(field('Title'), 'Another tap')
  await openMenus()
  await press(await shown('Discard new draft'))
  await press(await shown('Discard'))
  await until(() => server.requests.includes('offers.discardDraft'))
  await until(() => !button('Send…'))
  // The offer and its history are read again.
  await settle()
  expect(server.requests.slice(server.requests.indexOf('offers.discardDraft'))).not.toContain('offers.saveDraft')
})

it('keeps the focus on the page when the editor opens in place of the offer', async () => {
  await draw(
    <main id="main" tabIndex={-1}>
      <Routes>
        <Route path="/" element={<Navigate to="/offers/off_1" />} />
        <Route path="/offers/:id" element={<Component />} />
      </Routes>
    </main>,
  )
  const edit = await shown('Continue editing')
  edit.focus()
  await press(edit)
  await act(() => vi.dynamicImportSettled())
  await shown('Send…')
  expect(document.activeElement).toBe(document.getElementById('main'))
})
