import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from './toast.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { Toaster } from './toaster.tsx'

const { draw } = setUpScreen()
const shown = () => [...document.querySelectorAll('li p:first-child')].map((element) => element.textContent)
const after = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

beforeEach(async () => {
  vi.useFakeTimers()
  await draw(<Toaster />)
})

afterEach(() => {
  for (const name of ['showPopover', 'hidePopover']) Reflect.deleteProperty(HTMLElement.prototype, name)
  vi.useRealTimers()
})

describe('a toast', () => {
  it('is shown for five seconds', () => {
    act(() => {
      toast.success('Saved')
    })
    after(4_999)
    expect(shown()).toEqual(['Saved'])
    after(1)
    expect(shown()).toEqual([])
  })

  it('is shown for its own duration, paused while hovered', () => {
    act(() => {
      toast.info('Hold', { duration: 1_000 })
    })
    const card = document.querySelector('li')
    act(() => {
      card?.dispatchEvent(new MouseEvent('pointermove', { bubbles: true }))
    })
    after(60_000)
    expect(shown()).toEqual(['Hold'])
    act(() => {
      card?.dispatchEvent(new MouseEvent('pointerout', { bubbles: true }))
    })
    after(1_000)
    expect(shown()).toEqual([])
  })

  it('moves above the buttons of a dialog that opens later, and above the dialog', async () => {
    const showPopover = vi.fn()
    Object.assign(HTMLElement.prototype, { showPopover, hidePopover: vi.fn() })
    const barAt = (top: number) =>
      Object.assign(document.createElement('footer'), { getBoundingClientRect: () => box(top) })
    const box = (top: number) => ({ top, height: window.innerHeight - top, left: 0, right: window.innerWidth })
    act(() => {
      toast.success('Saved')
    })
    const section = document.querySelector<HTMLElement>('section')
    Object.assign(section ?? {}, { getBoundingClientRect: () => box(0) })
    expect(showPopover).toHaveBeenCalledTimes(1)
    const dialog = document.body.appendChild(document.createElement('dialog'))
    const bar = dialog.appendChild(barAt(window.innerHeight - 90))
    bar.dataset['bottomBar'] = ''
    dialog.open = true
    await act(async () => undefined)
    expect(section?.style.bottom).toBe('90px')
    expect(showPopover).toHaveBeenCalledTimes(2)
    dialog.remove()
    await act(async () => undefined)
    expect(section?.style.bottom).toBe('0px')
  })

  it('is at the top of a phone while a sheet is open, away from the last field', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 48rem)' }))
    Object.assign(HTMLElement.prototype, { showPopover: vi.fn(), hidePopover: vi.fn() })
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.open = true
    act(() => {
      toast.success('Saved')
    })
    const { style } = document.querySelector('section') as HTMLElement
    expect([style.top, style.bottom]).toEqual(['0px', 'auto'])
    dialog.remove()
    await act(async () => undefined)
    expect([style.top, style.bottom]).toEqual(['', '0px'])
  })

  it('stays above the buttons of a form that is scrolled', () => {
    Object.assign(HTMLElement.prototype, { showPopover: vi.fn(), hidePopover: vi.fn() })
    const bar = document.body.appendChild(document.createElement('div'))
    bar.dataset['bottomBar'] = ''
    const boxAt = (top: number) => () => ({ top, height: 60, left: 0, right: window.innerWidth })
    Object.assign(bar, { getBoundingClientRect: boxAt(window.innerHeight + 40) })
    const section = document.querySelector<HTMLElement>('section')
    Object.assign(section ?? {}, { getBoundingClientRect: boxAt(0) })
    act(() => {
      toast.success('Saved')
    })
    expect(section?.style.bottom).toBe('0px')
    Object.assign(bar, { getBoundingClientRect: boxAt(window.innerHeight - 70) })
    bar.dispatchEvent(new Event('scroll'))
    expect(section?.style.bottom).toBe('70px')
  })

  it('is assertive for errors, polite otherwise', () => {
    act(() => {
      toast.error('Login failed')
      toast.success('Account verified', { body: 'Your account has been verified successfully.' })
    })
    expect(document.querySelector('[aria-live=assertive]')?.textContent).toContain('Login failed')
    expect(document.querySelector('[aria-live=polite]')?.textContent).toContain(
      'Your account has been verified successfully.',
    )
  })

  it('can be closed, and replaced by id', () => {
    act(() => {
      toast.info('Sending', { id: 'send' })
      toast.success('Sent', { id: 'send' })
    })
    expect(shown()).toEqual(['Sent'])
    act(() => document.querySelector<HTMLButtonElement>('button[aria-label=Close]')?.click())
    expect(shown()).toEqual([])
  })

  it('restarts its duration when replaced', () => {
    act(() => {
      toast.error('Login failed', { id: 'form' })
    })
    after(4_000)
    act(() => {
      toast.error('Login failed', { id: 'form' })
    })
    after(4_999)
    expect(shown()).toEqual(['Login failed'])
    after(1)
    expect(shown()).toEqual([])
  })

  it('is placed above bottom bars', () => {
    const boxes = new Map<Element, DOMRect>()
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return boxes.get(this) ?? new DOMRect(0, 0, innerWidth, 0)
    })
    const bar = (top: number, height: number) => {
      const element = document.body.appendChild(document.createElement('div'))
      element.dataset['bottomBar'] = ''
      boxes.set(element, new DOMRect(0, top, innerWidth, height))
    }
    bar(innerHeight - 56, 56)
    bar(innerHeight - 136, 80)
    const section = document.querySelector('section') as HTMLElement
    Object.assign(section, { showPopover: vi.fn(), hidePopover: vi.fn() })
    act(() => {
      toast.success('Saved')
    })
    expect(section.style.bottom).toBe('136px')
    vi.restoreAllMocks()
  })

  it('is limited to the newest four', () => {
    act(() => ['1', '2', '3', '4', '5', '6'].forEach((title) => toast.info(title)))
    expect(shown()).toEqual(['3', '4', '5', '6'])
  })

  it('gives the focus back when it is closed, to the next toast or to where it was', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    act(() => {
      toast.info('Saved')
      toast.success('Archived', { action: { label: 'Undo', run: () => undefined } })
    })
    const buttons = () => [...document.querySelectorAll<HTMLElement>('section button')]
    act(() => field.focus())
    act(() => buttons()[1]?.focus())
    act(() => buttons()[1]?.click())
    expect(shown()).toEqual(['Saved'])
    expect(document.activeElement).toBe(buttons()[0])
    act(() => buttons()[0]?.click())
    expect(document.activeElement).toBe(field)
  })

  it('has one action', () => {
    const undo = vi.fn()
    act(() => {
      toast.success('Archived', { action: { label: 'Undo', run: undo } })
    })
    act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo')?.click())
    expect(undo).toHaveBeenCalledOnce()
    expect(shown()).toEqual([])
  })
})
