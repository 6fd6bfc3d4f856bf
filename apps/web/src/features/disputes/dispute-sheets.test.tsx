import type { DisputeView } from '@fettle/protocol/disputes'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import { Sheets } from './dispute-sheets.tsx'

const { draw, button, text } = setUpScreen()
const input = () => document.querySelector<HTMLInputElement>('input[type=file]')
const pick = (name: string) =>
  act(async () => {
    const file = new File(['x'], name, { type: 'application/pdf' })
    Object.defineProperty(input(), 'files', { value: [file], configurable: true })
    Object.defineProperty(input(), 'value', { value: '', writable: true })
    input()?.dispatchEvent(new Event('change', { bubbles: true }))
  })

it('takes no more evidence than is left, and lets a wrong file be removed', async () => {
  const dispute = { evidenceLeft: 1 } as DisputeView
  const onStep = vi.fn()
  await draw(
    <Sheets sheet="evidence" dispute={dispute} busy={false} error={undefined} onStep={onStep} onClose={vi.fn()} />,
  )
  await pick('wrong.pdf')
  expect(text()).toContain('wrong.pdf')
  expect(input()).toBeNull()
  await press(button('Remove wrong.pdf'))
  await pick('right.pdf')
  await act(async () => document.querySelector('form')?.requestSubmit())
  const [step] = onStep.mock.calls[0] as [{ files: File[] }]
  expect(step.files.map(({ name }) => name)).toEqual(['right.pdf'])
})
