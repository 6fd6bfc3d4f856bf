import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { useCreate } from './use-create.ts'

const { draw, button } = setUpScreen()
const DAY = '2026-11-25'
const onCreate = vi.fn()

function Column() {
  const create = useCreate({
    days: [DAY],
    hour: 60,
    start: () => ({ day: DAY, from: 540, minutes: 60 }),
    nameOf: (day) => day,
    onCreate,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as in the grid
    <div id="grid" role="region" tabIndex={0} onKeyDown={create.onKeyDown} onBlur={create.onBlur}>
      <button type="button">Block</button>
      <dialog open>
        <input aria-label="Reason" />
      </dialog>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as in the grid */}
      <div
        id="column"
        onPointerDown={create.onPointerDown}
        onPointerMove={(event) => create.onPointerMove(event, DAY)}
        onPointerUp={create.onPointerUp}
        onClick={(event) => create.onClick(event, DAY)}
      />
    </div>
  )
}

const point = (type: string, minute: number) =>
  act(async () => {
    const init = { bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, clientY: minute }
    document.getElementById('column')?.dispatchEvent(new PointerEvent(type, init))
  })

it('can be dragged over empty time while a block has the focus', async () => {
  Element.prototype.setPointerCapture ??= () => undefined
  await draw(<Column />)
  await act(async () => button('Block').focus())
  await point('pointerdown', 600)
  // The browser focuses what was pressed.
  await act(async () => document.getElementById('grid')?.focus())
  await point('pointermove', 720)
  await point('pointerup', 720)
  await point('click', 720)
  expect(onCreate).toHaveBeenCalledExactlyOnceWith({ day: DAY, from: 600, minutes: 120 })
})

it.each([
  ['n', 'KeyN'],
  ['ى', 'KeyN'],
])('begins with the key N of any keyboard: %s', async (key, code) => {
  onCreate.mockClear()
  await draw(<Column />)
  const press = (init: KeyboardEventInit) =>
    act(async () => {
      document.getElementById('grid')?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
    })
  await press({ key, code })
  await press({ key: 'Enter', code: 'Enter' })
  expect(onCreate).toHaveBeenCalledOnce()
})

it('begins by N also while a block has the focus', async () => {
  onCreate.mockClear()
  await draw(<Column />)
  const press = (key: string) =>
    act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  await act(async () => button('Block').focus())
  await press('n')
  expect(document.activeElement?.id).toBe('grid')
  await press('Enter')
  expect(onCreate).toHaveBeenCalledExactlyOnceWith({ day: DAY, from: 540, minutes: 60 })
})

it('leaves the keys of a dialog to it', async () => {
  onCreate.mockClear()
  await draw(<Column />)
  const field = document.querySelector('input')
  const press = async (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    await act(async () => field?.dispatchEvent(event))
    return event
  }
  await act(async () => field?.focus())
  expect((await press('n')).defaultPrevented).toBe(false)
  expect(document.activeElement).toBe(field)
  await press('Enter')
  expect(onCreate).not.toHaveBeenCalled()
})
