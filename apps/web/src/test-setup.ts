import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Tests read the English sentences themselves, so no catalog is loaded.
i18n.loadAndActivate({ locale: 'en', messages: {} })

let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void complaints.push(args))
})

afterEach(() => {
  if (typeof localStorage !== 'undefined') {
    localStorage.clear()
    sessionStorage.clear()
  }
  expect(complaints, 'nothing may be reported to the console').toEqual([])
})
