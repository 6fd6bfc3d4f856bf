import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts } from '../../../../lib/forms/form-drafts.ts'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { settle, setUpScreen, type, waitFor } from '../../../../testing/screen.tsx'
import * as scheduledModule from './scheduled-messages.ts'
import { ScheduledBar } from './scheduled-list.tsx'

const message = {
  messageId: 'msg_1',
  text: 'On my way',
  sendAt: '2126-11-25T09:00:00.000Z',
  state: 'waiting',
} as unknown as ScheduledMessage
const update = vi.fn(async () => undefined)
replaceExports(scheduledModule, {
  scheduled: { update },
  useScheduled: () => [message],
})

const { button, draw, leave, press } = setUpScreen()
const textarea = () => document.querySelector('textarea') as HTMLTextAreaElement
const buttonAbout = (label: string) =>
  document.querySelector<HTMLButtonElement>(`[aria-label^="${label}: "]`)?.ariaLabel ?? ''
const openList = async () => {
  await draw(<ScheduledBar cid="messaging:a" connected />)
  await act(async () => document.querySelector('button')?.click())
}

beforeEach(clearDrafts)

it('moves the focus into the form of a change, and back into the list', async () => {
  await openList()
  await press(buttonAbout('Change'))
  expect(document.activeElement).toBe(textarea())
  await press('Discard changes')
  expect(document.activeElement?.closest('dialog')).not.toBeNull()
})

it('does not take a second tap on cancelling a message as the confirmation', async () => {
  await openList()
  await press(buttonAbout('Cancel message'))
  const isTappable = () => !button("Yes, don't send it").className.includes('pointer-events-none')
  expect(isTappable()).toBe(false)
  await waitFor(() => expect(isTappable()).toBe(true))
})

it('keeps a change that is not saved until it is saved or discarded', async () => {
  await openList()
  await press(buttonAbout('Change'))
  await type(textarea(), 'On my way, with the part')
  await leave()
  await openList()
  await press(buttonAbout('Change'))
  expect(textarea().value).toBe('On my way, with the part')
  await press('Save')
  await settle()
  expect(update).toHaveBeenCalledWith({ messageId: 'msg_1', text: 'On my way, with the part', sendAt: message.sendAt })
  await press(buttonAbout('Change'))
  expect(textarea().value).toBe('On my way')
})
