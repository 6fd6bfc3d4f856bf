import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { writeKey } from '../../../lib/browser/storage.ts'
import { press, setUpScreen, type, waitFor } from '../../../testing/screen.tsx'
import { toastTitles } from '../../../testing/toasts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { ContactCard } from './contact-card.tsx'

const { draw, button, field, text } = setUpScreen()

it('returns the focus to the button that opened the form', async () => {
  await draw(<ContactCard profile={{ email: 'ada@example.com', phone: '', country: 'NG' } as Profile} />)
  await press(button('Change: Email'))
  await act(async () => button('Cancel').focus())
  await press(button('Cancel'))
  expect(document.activeElement).toBe(button('Change: Email'))
})

describe('a code that is refused as used up', () => {
  const success = (data: object) => new Response(JSON.stringify({ success: true, data }))
  /** Sends a code twice: first without an answer, then refused. The server's profile has this address. */
  async function confirmTwice(email: string) {
    toast.clear()
    writeKey('token', 't')
    const confirmations = [
      () => Promise.reject(new TypeError('network error')),
      async () =>
        new Response(JSON.stringify({ success: false, code: 'OTP_EXPIRED', message: 'Expired.' }), { status: 410 }),
    ]
    vi.stubGlobal('fetch', async (path: string) => {
      if (path === '/v2/auth/contact-change/confirm') return confirmations.shift()?.()
      if (path === '/v2/profile') return success({ id: 'usr_1', email, isOnboarded: true })
      return success({ kind: 'EMAIL', destination: 'new@example.com', resendAvailableAt: '2026-11-21T09:01:00.000Z' })
    })
    await draw(<ContactCard profile={{ email: 'ada@example.com', phone: '', country: 'NG' } as Profile} />)
    await press(button('Change: Email'))
    await type(field('New email'), 'new@example.com')
    await press(button('Send code'))
    await waitFor(() => expect(text()).toContain('We sent a code to'))
    await type(field('6-digit code'), '123456')
    await waitFor(() => expect(text()).toContain('No connection.'))
    await press(button('Confirm'))
  }

  it('has changed the address when its first attempt got no answer', async () => {
    await confirmTwice('new@example.com')
    await waitFor(() => expect(toastTitles()).toEqual(['Email changed']))
    expect(button('Change: Email')).toBeDefined()
  })

  it('has expired when the address is the old one', async () => {
    await confirmTwice('ada@example.com')
    await waitFor(() => expect(text()).toContain('Expired.'))
    expect(toastTitles()).toEqual([])
  })
})
