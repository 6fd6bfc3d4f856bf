import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { InvoicePage } from '../screens/invoice.tsx'
import { ProviderPage } from '../screens/provider.tsx'
import { answerCalls, refuse } from '../testing/back-end.ts'
import { findControl, press, readScreen, show } from '../testing/screen.ts'
import { refresh } from './live.ts'

const invoice = (status: string) => ({
  number: 'INV-1',
  title: 'Tap',
  status,
  dueAt: null,
  lines: [],
  providerName: 'Ada',
  total: { amount: 100, currency: 'NGN' },
  due: { amount: 0, currency: 'NGN' },
})

afterEach(() => void vi.useRealTimers())

it('loads a screen again when asked to, after the connection failed', async () => {
  let isConnected = false
  const getInvoice = () => {
    if (!isConnected) throw new TypeError('connection lost')
    return invoice('PAID')
  }
  answerCalls({ getInvoice })
  await show(<InvoicePage id="inv_1" />)
  await expect.poll(readScreen).toMatch('No connection. Please try again.')
  isConnected = true
  await press('Try again')
  await expect.poll(readScreen).toMatch('Invoice INV-1')
})

it('says that a screen does not exist and where to go on, instead of offering to try again', async () => {
  answerCalls({ getInvoice: () => refuse(404, 'Not found.') })
  await show(<InvoicePage id="inv_gone" />)
  expect((await findControl('Go to my work')).getAttribute('href')).toBe('#work')
  expect(await readScreen()).toMatch("We couldn't find thisIt doesn't exist any more")
  expect(await readScreen()).not.toMatch('Try again')
  answerCalls({ getProvider: () => refuse(404, 'Not found.') })
  await show(<ProviderPage id="usr_gone" />)
  expect((await findControl('Find a provider')).getAttribute('href')).toBe('#')
})

it('shows what was asked for last, whatever order the answers come in', async () => {
  const pending: ((status: string) => void)[] = []
  answerCalls({ getInvoice: () => new Promise((resolve) => pending.push((status) => resolve(invoice(status)))) })
  await show(<InvoicePage id="inv_1" />)
  await act(async () => refresh())
  await act(async () => pending[1]?.('PAID'))
  await expect.poll(readScreen).toMatch('Paid')
  await act(async () => pending[0]?.('ISSUED'))
  await expect.poll(readScreen).toMatch('Paid')
})

it('loads a screen again before the addresses of its files expire', async () => {
  vi.useFakeTimers()
  let loads = 0
  answerCalls({
    getInvoice: () => {
      loads += 1
      return invoice('PAID')
    },
  })
  await show(<InvoicePage id="inv_1" />)
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
  expect(loads).toBe(2)
})
