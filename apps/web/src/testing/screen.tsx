import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider, type DefaultOptions } from '@tanstack/react-query'
import { act, useEffect, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { mutationDefaults } from '../lib/http/query.ts'
import { toast } from '../ui/feedback/toast.ts'

/** Draws components for the tests of a file, which calls it once. `queries` are the defaults of their queries. */
export function setUpScreen({ queries = {} }: Pick<DefaultOptions, 'queries'> = {}) {
  let root: Root
  let client: QueryClient
  let navigate: NavigateFunction
  function Navigation() {
    const latest = useNavigate()
    useEffect(() => {
      navigate = latest
    }, [latest])
    return null
  }
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
    // jsdom supports neither modal dialogs nor scrolling.
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true
    }
    HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
      this.open = false
    }
    Element.prototype.scrollIntoView ??= () => undefined
    i18n.loadAndActivate({ locale: 'en', messages: {} })
    client = new QueryClient({ defaultOptions: { queries, mutations: mutationDefaults } })
    root = createRoot(document.body.appendChild(document.createElement('div')))
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    toast.clear()
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    vi.clearAllMocks()
  })

  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(
      ({ textContent, ariaLabel }) => textContent === name || ariaLabel === name,
    ) as HTMLButtonElement
  const field = (label: string) => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label))
    return found?.control as HTMLInputElement
  }
  return {
    /** Shows a component, first at the address. */
    draw: (node: ReactNode, address = '/') =>
      act(async () =>
        root.render(
          <I18nProvider i18n={i18n}>
            <QueryClientProvider client={client}>
              <MemoryRouter initialEntries={[address]}>
                <Navigation />
                {node}
              </MemoryRouter>
            </QueryClientProvider>
          </I18nProvider>,
        ),
      ),
    /** Takes everything off the screen. */
    leave: () => act(async () => root.render(null)),
    queryClient: () => client,
    /** Opens an address, as a link on the screen would. */
    go: (path: string) => act(async () => navigate(path)),
    text: () => document.body.textContent ?? '',
    /** The button with this text or label. */
    button,
    /** Presses that button. */
    press: (name: string) => act(async () => button(name)?.click()),
    /** The field whose label begins with this text. */
    field,
    /** Chooses an option of the select with this label, by value or position. */
    choose: (label: string, option: string | number) =>
      act(async () => {
        const select = field(label) as Element as HTMLSelectElement
        if (typeof option === 'number') select.selectedIndex = option
        else select.value = option
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }),
  }
}

/** Lets requests that are answered at once, and the renders that follow them, finish. */
export const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)))

/** Retries an assertion until it passes, each time within `act`. Throws its error after a minute. */
export async function waitFor(assertion: () => void): Promise<void> {
  const end = Date.now() + 60_000
  for (;;) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
    try {
      return assertion()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

export const press = (element: HTMLElement) => act(async () => element.click())

/** Replaces the text of a field, as typing does. */
export const type = (field: HTMLInputElement | HTMLTextAreaElement, text: string) =>
  act(async () => {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** Renders the items of the menus in an element, as opening them does. jsdom has no popovers. */
export const openMenus = (within: ParentNode = document) =>
  act(async () => {
    for (const menu of within.querySelectorAll('[popover]'))
      menu.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  })
