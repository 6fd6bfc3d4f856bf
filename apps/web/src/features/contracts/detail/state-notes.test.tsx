import type { ContractDetails } from '@fettle/protocol/contracts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StateNotes } from './state-notes.tsx'

const now = new Date('2026-11-22T12:00:00Z')
const naira = (amount: number) => ({ amount: amount * 100, currency: 'NGN' })

const running = {
  status: 'ACTIVE',
  customer: { id: 'cus_1', name: 'Funke Adeyemi', avatar: null },
  timeZone: 'Africa/Lagos',
  coolingOff: { until: '2026-11-29T12:00:00Z', startEarlyConsent: true },
  progress: { approvedAmount: naira(0), paidAmount: naira(0), percent: 0 },
  termination: null,
  ended: null,
  allowedActions: [],
} as unknown as ContractDetails

const textOfNotes = (contract: Partial<ContractDetails>) => {
  const nothing = () => undefined
  const notes = <StateNotes contract={{ ...running, ...contract }} now={now} onAct={nothing} onOver={nothing} />
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<I18nProvider i18n={i18n}>{notes}</I18nProvider>)
  return page.textContent
}

const ended = {
  at: '2026-11-22T11:59:50Z',
  by: 'CUSTOMER',
  reason: 'We changed our minds.',
} as ContractDetails['ended']

it('mentions withdrawal only while it is possible', () => {
  expect(textOfNotes({})).toContain('Funke Adeyemi can still withdraw')
  expect(textOfNotes({ status: 'TERMINATED', ended })).not.toContain('can still withdraw')
})

it("shows the completed share after the customer's withdrawal", () => {
  const approved = { ...running.progress, approvedAmount: naira(25_000) }
  const words = textOfNotes({ status: 'TERMINATED', ended, progress: approved })
  expect(words).toContain('Funke Adeyemi ended the contract')
  expect(words).toContain('Work completed by then: ₦25,000.')
})

it('names both sides for an agreed end, and none for a decided one', () => {
  const agreed = { status: 'ACCEPTED', reasonCode: 'MUTUAL', settledTotal: naira(50_000), decidedBy: 'CUSTOMER' }
  const termination = agreed as unknown as ContractDetails['termination']
  const words = textOfNotes({ status: 'TERMINATED', ended, termination })
  expect(words).toContain('The contract ended just now by mutual agreement')
  expect(words).toContain('₦50,000 is paid for the open milestones.')
  const byTeam = { ...agreed, decidedBy: 'OPERATOR' } as unknown as ContractDetails['termination']
  const operator = { ...ended, by: 'OPERATOR' } as unknown as ContractDetails['ended']
  expect(textOfNotes({ status: 'TERMINATED', ended: operator, termination: byTeam })).not.toContain(
    'by mutual agreement',
  )
})
