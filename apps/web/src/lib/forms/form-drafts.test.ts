import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearDraft, clearDrafts, readDraft, writeDraft } from './form-drafts.ts'
import { readTab, writeTab } from '../browser/tab-storage.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a draft', () => {
  it('is kept by the name of its form until it is cleared', () => {
    writeDraft('register', { firstName: 'Ada', acceptTerms: true })
    writeDraft('login', { emailOrPhone: 'ada@fettle.test' })
    expect(readDraft('register')).toEqual({ firstName: 'Ada', acceptTerms: true })
    clearDraft('register')
    expect(readDraft('register')).toBeUndefined()
    expect(readDraft('login')).toEqual({ emailOrPhone: 'ada@fettle.test' })
  })

  it('is nothing once the form is empty again', () => {
    writeDraft('register', { firstName: 'Ada' })
    writeDraft('register', { firstName: '', acceptTerms: false })
    expect(readDraft('register')).toBeUndefined()
  })

  it('goes with all others, and leaves the rest of the tab alone', () => {
    writeTab('auth', { email: 'ada@fettle.test' })
    writeDraft('a', { x: 1 })
    writeDraft('b', { x: 1 })
    clearDrafts()
    expect([readDraft('a'), readDraft('b')]).toEqual([undefined, undefined])
    expect(readTab('auth')).toEqual({ email: 'ada@fettle.test' })
  })

  it('that somebody broke is none', () => {
    sessionStorage.setItem('draft:a', '{')
    expect(readDraft('a')).toBeUndefined()
  })

  it('lives as long as the page where the browser refuses storage', () => {
    vi.stubGlobal('sessionStorage', undefined)
    writeDraft('a', { x: 'y' })
    expect(readDraft('a')).toEqual({ x: 'y' })
    clearDrafts()
    expect(readDraft('a')).toBeUndefined()
  })
})
