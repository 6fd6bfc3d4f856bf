import { act } from 'react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import { SlotField, type SlotDraft } from './slot-field.tsx'

const busy = {
  kind: 'BOOKING',
  id: 'bkg_2',
  title: 'Boiler',
  startAt: '2026-11-25T08:00:00Z',
  endAt: '2026-11-25T09:00:00Z',
}
const free = { startAt: '2026-11-25T10:00:00Z', endAt: '2026-11-25T11:00:00Z' }
replaceExports(apiModule, {
  call: async (_: unknown, { query }: { query: { startAt: string } }) =>
    query.startAt.startsWith('2026-11-25T10')
      ? { conflicts: [], warnings: [], suggestions: [] }
      : { conflicts: [busy], warnings: [], suggestions: [free] },
})
const { draw, text } = setUpScreen()

it('keeps the focus where the free times were when one is chosen', async () => {
  function Form() {
    const [slot, setSlot] = useState<SlotDraft>({ day: '2026-11-25', time: '08:00', minutes: 60 })
    return <SlotField value={slot} onChange={setSlot} timeZone="UTC" now={new Date('2026-11-24T12:00:00Z')} />
  }
  await draw(<Form />)
  await waitFor(() => expect(text()).toContain("You're free at:"))
  const suggestion = document.querySelector<HTMLElement>('[role=status] button') as HTMLElement
  act(() => suggestion.focus())
  await press(suggestion)
  await waitFor(() => expect(document.activeElement?.textContent).toBe("You're free"))
})
