import { expect, it, vi } from 'vitest'
import { chooseTheme, readTheme } from './theme.ts'

const shown = () => document.documentElement.dataset['theme']

it('applies to the page where storage is refused, until it can be stored', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Refused', 'QuotaExceededError')
  })
  chooseTheme('dark')
  expect([readTheme(), shown(), localStorage.getItem('theme')]).toEqual(['dark', 'dark', null])
  refused.mockRestore()
  chooseTheme('light')
  expect([readTheme(), shown(), localStorage.getItem('theme')]).toEqual(['light', 'light', 'light'])
})
