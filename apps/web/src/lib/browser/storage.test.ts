import { expect, it, vi } from 'vitest'
import { readKey, userOfToken, writeKey } from './storage.ts'
import { readTab, tabKeys, writeTab } from './tab-storage.ts'

const fullStorage = () =>
  vi.spyOn(Object.getPrototypeOf(localStorage) as Storage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })

it('a token is kept although the storage is full, instead of the one before', () => {
  writeKey('token', 'old')
  const full = fullStorage()
  writeKey('token', 'new')
  expect(readKey('token')).toBe('new')
  full.mockRestore()
  writeKey('token', 'newer')
  expect(readKey('token')).toBe('newer')
  fullStorage()
  writeKey('token', 'last')
  writeKey('token', null)
  expect(readKey('token')).toBeNull()
})

it('a draft is kept although the storage is full, and is removed with the others', () => {
  writeTab('draft:one', 1)
  fullStorage()
  writeTab('draft:one', 2)
  writeTab('draft:two', 2)
  expect([readTab('draft:one'), readTab('draft:two')]).toEqual([2, 2])
  expect(tabKeys('draft:')).toEqual(['draft:one', 'draft:two'])
  tabKeys('draft:').forEach((key) => writeTab(key, undefined))
  expect(readTab('draft:one')).toBeUndefined()
})

it('a token contains its user', () => {
  const token = (claims: object) => `h.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.s`
  expect(userOfToken(token({ user_id: 'usr_1', iat: 1 }))).toBe('usr_1')
  expect([userOfToken('nonsense'), userOfToken(token({})), userOfToken('')]).toEqual([undefined, undefined, undefined])
})
