import { expect, it } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { press, settle, setUpScreen } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import * as disputeSectionsModule from './dispute-sections.tsx'
import * as outcomeSectionModule from './outcome-section.tsx'
import { Component } from './dispute.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (name !== 'disputes.get') throw new ApiError({ status: 409, code: 'INVALID_TRANSITION', message: 'Too late.' })
    return {
      id: 'dsp_1',
      status: 'NEGOTIATION',
      subject: { type: 'BOOKING', id: 'bkg_1', label: 'BK-1', title: 'New tap' },
      customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
      amountInDispute: null,
      total: null,
      reasonCode: 'QUALITY',
      stage: { awaiting: ['PROVIDER'], until: null },
      openedBy: 'CUSTOMER',
      proposals: [],
      version: 2,
      allowedActions: ['withdraw'],
    }
  },
})
replaceExports(disputeSectionsModule, {
  Statements: () => null,
  Evidence: () => null,
  EvidenceBundle: () => null,
  History: () => null,
  Proposals: ({ onDecline }: { onDecline: (id: string) => void }) => (
    <button type="button" onClick={() => onDecline('prp_1')}>
      Decline
    </button>
  ),
})
replaceExports(outcomeSectionModule, { OutcomeSection: () => null })

const { draw, button } = setUpScreen()

it('shows in a sheet no error of another action', async () => {
  await draw(<Component />)
  await settle()
  await press(button('Decline'))
  await settle()
  await press(button('Withdraw'))
  await settle()
  const dialog = document.querySelector('dialog')
  expect(dialog?.textContent).toContain('Withdraw the dispute?')
  expect(dialog?.querySelector('[role=alert]')).toBeNull()
})
