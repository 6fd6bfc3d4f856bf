import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

Element.prototype.scrollIntoView ??= () => undefined

let leave = () => undefined as void

/** Shows a screen instead of the one before, until the end of the test. */
export async function show(screen: ReactNode): Promise<void> {
  leave()
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  leave = () => {
    act(() => root.unmount())
    element.remove()
    leave = () => undefined
  }
  onTestFinished(() => leave())
  await act(async () => root.render(screen))
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent?.trim()

/** The button or link of this name, as soon as it is there. */
export const findControl = (name: string | RegExp): Promise<HTMLElement> =>
  vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('button, a')].find((each) => nameOf(each)?.match(name))
    expect(found, `a control named ${name}`).toBeDefined()
    return found as HTMLElement
  })

export async function press(name: string | RegExp): Promise<void> {
  const control = await findControl(name)
  await act(async () => control.click())
}

/** The field that a label names. */
export function fieldOf(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent?.includes(label))
  return found?.querySelector('input, textarea') as HTMLInputElement
}

/** Types into a field, named by its label. */
export async function type(at: string | HTMLInputElement | null, text: string): Promise<void> {
  const field = typeof at === 'string' ? fieldOf(at) : at
  if (!field) throw new Error('There is no such field.')
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, text)
  await act(async () => field.dispatchEvent(new Event('input', { bubbles: true })))
}

export async function choosePhotos(label: string, ...names: string[]): Promise<void> {
  const field = fieldOf(label)
  const files = names.map((name) => new File([name], name, { type: 'image/jpeg' }))
  Object.defineProperty(field, 'files', { configurable: true, value: files })
  await act(async () => field.dispatchEvent(new Event('change', { bubbles: true })))
}

/** The text of the screen, for `expect.poll`. */
export const readScreen = (): Promise<string | null> => act(async () => document.body.textContent)
