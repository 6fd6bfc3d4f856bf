import { expect, it, vi } from 'vitest'
import { logOut } from '../../../lib/http/session.ts'
import { readDraft, writeDraft } from './drafts.ts'

it('drafts are stored per user and conversation', () => {
  writeDraft('ada', 'messaging:a', { text: 'I will be' })
  expect(readDraft('ada', 'messaging:a').text).toBe('I will be')
  expect([readDraft('ada', 'messaging:b').text, readDraft('bola', 'messaging:a').text]).toEqual(['', ''])
  expect(localStorage.getItem('chat.draft.ada.messaging:a')).toContain('"I will be"')
})

it('drafts of older app versions are read', () => {
  localStorage.setItem('chat.draft.ada.messaging:old', 'Before the update')
  expect(readDraft('ada', 'messaging:old').text).toBe('Before the update')
  writeDraft('ada', 'messaging:old', { text: '' })
})

it('quotes and files are stored with or without text', () => {
  const file = { id: 'att_1', kind: 'image', name: 'tap.jpg', mime: 'image/jpeg', size: 9 } as const
  expect(writeDraft('ada', 'messaging:c', { quotedId: 'm1' })).toBe(true)
  expect(writeDraft('ada', 'messaging:c', { files: [file] })).toBe(true)
  expect(writeDraft('ada', 'messaging:c', { files: [{ ...file }] })).toBe(false)
  expect(readDraft('ada', 'messaging:c')).toMatchObject({ text: '', quotedId: 'm1', files: [file] })
  expect(localStorage.getItem('chat.draft.ada.messaging:c')).toContain('"quotedId":"m1"')
  writeDraft('ada', 'messaging:c', { quotedId: null, files: [] })
  expect(localStorage.getItem('chat.draft.ada.messaging:c')).toBeNull()
})

it('a message sent offline does not come back as a server draft after a reload', () => {
  const kept = { text: 'Sent soon', quotedId: null, files: [], at: 1, version: 3, dirty: false }
  localStorage.setItem('chat.draft.ada.messaging:d', JSON.stringify(kept))
  expect(readDraft('ada', 'messaging:d').text).toBe('Sent soon')
  writeDraft('ada', 'messaging:d', { text: '' })
  expect(JSON.parse(localStorage.getItem('chat.draft.ada.messaging:d') ?? '')).toMatchObject({
    text: '',
    version: 3,
    dirty: true,
  })
})

it('empty drafts are not stored', () => {
  writeDraft('ada', 'messaging:a', { text: 'x' })
  writeDraft('ada', 'messaging:a', { text: '  \n' })
  expect(readDraft('ada', 'messaging:a').text).toBe('')
  expect(Object.keys(localStorage)).not.toContain('chat.draft.ada.messaging:a')
})

it('drafts are deleted on logout', () => {
  vi.stubGlobal('location', { assign: vi.fn(), pathname: '/' })
  vi.stubGlobal(
    'fetch',
    vi.fn().mockResolvedValue(new Response('{"success":true,"status":200,"message":"","data":{}}')),
  )
  writeDraft('ada', 'messaging:a', { text: 'secret' })
  localStorage.setItem('theme', 'dark')
  logOut()
  expect(readDraft('ada', 'messaging:a').text).toBe('')
  expect(Object.keys(localStorage)).toEqual(['theme'])
  vi.unstubAllGlobals()
})
