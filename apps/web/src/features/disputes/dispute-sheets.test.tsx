import type { DisputeView } from '@fettle/protocol/disputes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { press, setUpScreen, type } from '../../testing/screen.tsx'
import { stepDispute } from './api.ts'
import { Sheets } from './dispute-sheets.tsx'

const keys: unknown[] = []
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, _: unknown, options?: { idempotencyKey?: string }) => {
    if (name === 'uploads.create') return { id: 'upl_1' }
    keys.push(options?.idempotencyKey)
    throw new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' })
  },
})

const { draw, button, field, text } = setUpScreen()
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

it.each([
  ['respond', 'What happened'],
  ['appeal', 'What the decision got wrong'],
  ['propose', 'Your proposal'],
  ['evidence', 'What it shows'],
] as const)('keeps what was written until it is sent, whatever ends the session: %s', async (sheet, label) => {
  const dispute = {
    id: `dsp_${sheet}`,
    evidenceLeft: 1,
    amountInDispute: null,
    subject: {},
    customer: {},
  } as DisputeView
  const open = (key: string) =>
    draw(<Sheets key={key} {...{ sheet, dispute }} busy={false} error={undefined} onStep={vi.fn()} onClose={vi.fn()} />)
  await open('first')
  await type(field(label), 'He paid half in cash.')
  await open('later')
  expect(field(label).value).toBe('He paid half in cash.')
})

it('adds evidence once, although the answer was lost', async () => {
  const step = { action: 'evidence' as const, files: [new File(['x'], 'plan.pdf')], note: 'The plan' }
  function Add() {
    const add = useMutation(stepDispute(useQueryClient()))
    return <button onClick={() => add.mutate({ dispute: { id: 'dsp_1', version: 2 }, step })}>Add</button>
  }
  await draw(<Add />)
  await press(button('Add'))
  await press(button('Add'))
  await vi.waitFor(() => expect(keys).toHaveLength(2))
  expect(keys).toEqual([expect.any(String), keys[0]])
})
