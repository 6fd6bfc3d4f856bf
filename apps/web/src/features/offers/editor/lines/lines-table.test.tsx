import { OfferDraft } from '@fettle/protocol/offers/content'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { setUpScreen, type } from '../../../../testing/screen.tsx'
import { toast, toastStore } from '../../../../ui/feedback/toast.ts'
import { useEditing } from '../use-editing.ts'
import { emptyLine } from './draft-edits.ts'
import { LinesTable } from './lines-table.tsx'

const { draw } = setUpScreen()
const draft = z.parse(OfferDraft, {
  lineItems: [emptyLine('tap', { name: 'Tap' }), emptyLine('pipe', { name: 'Pipe' })],
})

function Table() {
  const editing = useEditing(() => draft)
  return <LinesTable editing={editing} totals={editing.totals} currency="NGN" problems={{}} onOpen={vi.fn()} />
}
const cell = (name: string) => document.querySelector<HTMLInputElement>(`[data-cell="${name}"]`) as HTMLInputElement
const focus = (name: string) =>
  act(async () => {
    cell(name).focus()
    cell(name).select()
  })
const focused = () => (document.activeElement as HTMLElement).dataset['cell']
const press = (key: string, modifiers: KeyboardEventInit = {}) =>
  act(async () => {
    const init = { key, bubbles: true, cancelable: true, ...modifiers }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
  })
const paste = (text: string) =>
  act(async () => {
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => text },
    })
    document.activeElement?.dispatchEvent(event)
  })
const lastCell = () => [...document.querySelectorAll<HTMLElement>('[data-cell]')].at(-1)?.dataset['cell'] ?? ''
const lineNames = () =>
  [...document.querySelectorAll<HTMLInputElement>('[data-cell$=".name"]')].map(({ value }) => value)

/** jsdom has none. */
beforeEach(() => vi.stubGlobal('CSS', { escape: (text: string) => text }))

describe('the table of lines', () => {
  it('moves between cells with Enter and the arrow keys', async () => {
    await draw(<Table />)
    await focus('tap.name')
    await press('Enter')
    expect(focused()).toBe('pipe.name')
    await press('ArrowUp')
    await act(async () => cell('tap.name').select())
    await press('ArrowRight')
    expect(focused()).toBe('tap.quantity')
  })

  it('moves between cells as they are seen where the page runs from right to left', async () => {
    document.documentElement.dir = 'rtl'
    try {
      await draw(<Table />)
      const name = cell('tap.name')
      await focus('tap.name')
      await type(name, 'حنفية')
      await act(async () => name.setSelectionRange(0, 0))
      await press('ArrowLeft')
      expect(focused()).toBe('tap.name')
      await act(async () => name.setSelectionRange(5, 5))
      await press('ArrowLeft')
      expect(focused()).toBe('tap.quantity')
      await act(async () => cell('tap.quantity').select())
      await press('ArrowRight')
      expect(focused()).toBe('tap.name')
    } finally {
      document.documentElement.dir = ''
    }
  })

  it.each(['Enter', 'Tab'])('adds a line after the last with %s and starts in it, unless it is empty', async (key) => {
    await draw(<Table />)
    await focus(key === 'Tab' ? lastCell() : 'pipe.name')
    await press(key)
    expect(lineNames()).toEqual(['Tap', 'Pipe', ''])
    expect(focused()).toMatch(/\.name$/)
    expect((document.activeElement as HTMLInputElement).value).toBe('')
    await press(key)
    expect(lineNames()).toHaveLength(3)
  })

  it('keeps the focus in the table when undo takes away the line that has it', async () => {
    await draw(<Table />)
    await focus('pipe.name')
    await press('Enter')
    await press('z', { ctrlKey: true })
    expect(lineNames()).toEqual(['Tap', 'Pipe'])
    expect(focused()).toBe(lastCell())
    await press('z', { ctrlKey: true, shiftKey: true })
    expect(lineNames()).toEqual(['Tap', 'Pipe', ''])
  })

  it('moves a line, and the focus with it', async () => {
    await draw(<Table />)
    await focus('pipe.name')
    await press('ArrowUp', { altKey: true })
    expect(lineNames()).toEqual(['Pipe', 'Tap'])
    expect(focused()).toBe('pipe.name')
  })

  it('takes rows of a spreadsheet, but no single text', async () => {
    toast.clear()
    await draw(<Table />)
    await focus('pipe.name')
    await paste('Pump')
    expect(lineNames()).toEqual(['Tap', 'Pipe'])
    await paste('Pump\t2\nValve\t3')
    expect(lineNames()).toEqual(['Tap', 'Pump', 'Valve'])
    expect(cell('pipe.quantity').value).toBe('2')
    expect(toastStore.get()).toMatchObject([{ tone: 'success' }])
  })
})
