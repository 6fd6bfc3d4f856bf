import { i18n } from '@lingui/core'
import { onlineManager } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { reportConnection } from './lib/http/connection.ts'
import { toast } from './ui/feedback/toast.ts'

// Tests use the English messages, so no catalog is loaded.
i18n.loadAndActivate({ locale: 'en', messages: {} })

// Newer Node versions define a global storage that hides jsdom's and does not work without a file.
const page = (globalThis as { jsdom?: { window: Window } }).jsdom?.window
if (page)
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(globalThis, name, { value: page[name], configurable: true, writable: true })

let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    // jsdom does not know the element.
    if (args[1] !== 'search') complaints.push(args)
  })
})

afterEach(() => {
  reportConnection(true)
  page?.localStorage.clear()
  page?.sessionStorage.clear()
  expect(complaints, 'nothing may be reported to the console').toEqual([])
})

// Files share their globals and the state of modules.
afterAll(() => {
  onlineManager.setEventListener(() => undefined)
  onlineManager.setOnline(true)
  toast.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (!page) return
  page.document.body.replaceChildren()
  page.document.title = ''
  page.history.replaceState(null, '', '/')
})
