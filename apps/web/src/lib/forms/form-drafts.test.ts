import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearDraft, clearDrafts, readDraft, writeDraft } from './form-drafts.ts'
import { readTab, writeTab } from '../browser/tab-storage.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the draft of a form', () => {
  it('is stored by form name until cleared', () => {
    writeDraft('register', { firstName: 'Ada', acceptTerms: true })
    writeDraft('login', { emailOrPhone: 'ada@fettle.test' })
    expect(readDraft('register')).toEqual({ firstName: 'Ada', acceptTerms: true })
    clearDraft('register')
    expect(readDraft('register')).toBeUndefined()
    expect(readDraft('login')).toEqual({ emailOrPhone: 'ada@fettle.test' })
  })

  it('is removed when the form is empty', () => {
    writeDraft('register', { firstName: 'Ada' })
    writeDraft('register', { firstName: '', acceptTerms: false })
    expect(readDraft('register')).toBeUndefined()
  })

  it('is cleared with all others, leaving other data of the tab', () => {
    writeTab('auth', { email: 'ada@fettle.test' })
    writeDraft('a', { x: 1 })
    writeDraft('b', { x: 1 })
    clearDrafts()
    expect([readDraft('a'), readDraft('b')]).toEqual([undefined, undefined])
    expect(readTab('auth')).toEqual({ email: 'ada@fettle.test' })
  })

  it('that is malformed is ignored', () => {
    sessionStorage.setItem('draft:a', '{')
    expect(readDraft('a')).toBeUndefined()
  })

  it('lives as long as the page where storage is refused', () => {
    vi.stubGlobal('sessionStorage', undefined)
    writeDraft('a', { x: 'y' })
    expect(readDraft('a')).toEqual({ x: 'y' })
    clearDrafts()
    expect(readDraft('a')).toBeUndefined()
  })
})
