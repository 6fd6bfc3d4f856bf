import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

let root: Root
const shown = () => [...document.querySelectorAll('li p:first-child')].map((element) => element.textContent)
const after = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  act(() => root.render(<Toaster />))
})

afterEach(() => {
  act(() => {
    toast.clear()
    root.unmount()
  })
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a toast', () => {
  it('stays five seconds', () => {
    act(() => {
      toast.success('Saved')
    })
    after(4_999)
    expect(shown()).toEqual(['Saved'])
    after(1)
    expect(shown()).toEqual([])
  })

  it('stays as long as it says, and while somebody points at it', () => {
    act(() => {
      toast.info('Hold', { duration: 1_000 })
    })
    const card = document.querySelector('li')
    act(() => {
      card?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }))
    })
    after(60_000)
    expect(shown()).toEqual(['Hold'])
    act(() => {
      card?.dispatchEvent(new MouseEvent('pointerout', { bubbles: true }))
    })
    after(1_000)
    expect(shown()).toEqual([])
  })

  it('is announced at once when it is an error, politely otherwise', () => {
    act(() => {
      toast.error('Login failed')
      toast.success('Account verified', { body: 'Your account has been verified successfully.' })
    })
    expect(document.querySelector('[aria-live=assertive]')?.textContent).toContain('Login failed')
    expect(document.querySelector('[aria-live=polite]')?.textContent).toContain(
      'Your account has been verified successfully.',
    )
  })

  it('can be closed, and replaced by one of the same id', () => {
    act(() => {
      toast.info('Sending', { id: 'send' })
      toast.success('Sent', { id: 'send' })
    })
    expect(shown()).toEqual(['Sent'])
    act(() => document.querySelector<HTMLButtonElement>('button[aria-label=Close]')?.click())
    expect(shown()).toEqual([])
  })

  it('never piles up: the newest four stay', () => {
    act(() => ['1', '2', '3', '4', '5', '6'].forEach((title) => toast.info(title)))
    expect(shown()).toEqual(['3', '4', '5', '6'])
  })

  it('offers one way out', () => {
    const undo = vi.fn()
    act(() => {
      toast.success('Archived', { action: { label: 'Undo', run: undo } })
    })
    act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo')?.click())
    expect(undo).toHaveBeenCalledOnce()
    expect(shown()).toEqual([])
  })
})
