// @vitest-environment node
import { login, LoginForm } from '@fettle/protocol/accounts/auth'
import { saveProfilePicture } from '@fettle/protocol/accounts/profile'
import { expect, it } from 'vitest'
import { plainValueOf, splitImport } from './strip-schemas.ts'

it('keeps the call description of an operation', () => {
  expect(plainValueOf(login)).toEqual({ name: 'auth.login', method: 'POST', path: '/v2/auth/login' })
  expect(plainValueOf(saveProfilePicture)).toMatchObject({ file: 'file' })
})

it.each([['a'], [['a', 1, null]], [{ a: { b: [true] } }]])('keeps plain data: %j', (data) => {
  expect(plainValueOf(data)).toEqual(data)
})

it('leaves schemas and functions to their module', () => {
  for (const value of [LoginForm, () => 1, new Date(0), [/x/], { a: () => 1 }])
    expect(plainValueOf(value)).toBeUndefined()
})

it('splits the names of an import', () => {
  expect(splitImport(' login,\n  LoginForm, type Profile, logout as end,', new Set(['login', 'logout']))).toEqual({
    facts: ['login', 'logout as end'],
    rest: ['LoginForm', 'type Profile'],
  })
})
