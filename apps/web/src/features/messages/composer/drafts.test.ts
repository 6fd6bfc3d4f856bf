import { expect, it, vi } from 'vitest'
import { logOut } from '../../../lib/session.ts'
import { readDraft, writeDraft } from './drafts.ts'

it('what was begun is kept for its writer and its conversation', () => {
  writeDraft('ada', 'messaging:a', 'I will be')
  expect(readDraft('ada', 'messaging:a')).toBe('I will be')
  expect([readDraft('ada', 'messaging:b'), readDraft('bola', 'messaging:a')]).toEqual(['', ''])
  expect(localStorage.getItem('chat.draft.ada.messaging:a')).toContain('"I will be"')
})

it('what an older version of the app has kept is still there', () => {
  localStorage.setItem('chat.draft.ada.messaging:old', 'Before the update')
  expect(readDraft('ada', 'messaging:old')).toBe('Before the update')
  writeDraft('ada', 'messaging:old', '')
})

it('nothing is kept of an empty one', () => {
  writeDraft('ada', 'messaging:a', 'x')
  writeDraft('ada', 'messaging:a', '  \n')
  expect(readDraft('ada', 'messaging:a')).toBe('')
  expect(Object.keys(localStorage)).not.toContain('chat.draft.ada.messaging:a')
})

it('a draft goes with the session', () => {
  vi.stubGlobal('location', { assign: vi.fn(), pathname: '/' })
  vi.stubGlobal(
    'fetch',
    vi.fn().mockResolvedValue(new Response('{"success":true,"status":200,"message":"","data":{}}')),
  )
  writeDraft('ada', 'messaging:a', 'secret')
  localStorage.setItem('theme', 'dark')
  logOut()
  expect(readDraft('ada', 'messaging:a')).toBe('')
  expect(Object.keys(localStorage)).toEqual(['theme'])
  vi.unstubAllGlobals()
})
