import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchTyping, wouldLoseInput } from './dirty-fields.ts'
import { writeDraft } from './form-drafts.ts'

let stop = () => {}
beforeEach(() => {
  stop = watchTyping()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

function type(text: string, html = '<textarea></textarea>'): HTMLInputElement {
  document.body.insertAdjacentHTML('beforeend', html)
  const field = document.body.lastElementChild as HTMLInputElement
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return field
}

it('typed text without a draft counts as unsaved, until removed or emptied', () => {
  expect(wouldLoseInput()).toBe(false)
  const field = type('Two of three "done"\nso far')
  expect(wouldLoseInput()).toBe(true)
  field.value = ' '
  expect(wouldLoseInput()).toBe(false)
  field.value = 'again'
  field.remove()
  expect(wouldLoseInput()).toBe(false)
})

it('a field is safe once its input is drafted, whatever is typed', () => {
  const field = type('25')
  field.addEventListener('input', () => writeDraft('note', { text: field.value }))
  expect(wouldLoseInput()).toBe(true)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  expect(wouldLoseInput()).toBe(false)
})

it('the same text in a field without a draft is not safe', () => {
  writeDraft('note', { text: '25' })
  type('25')
  expect(wouldLoseInput()).toBe(true)
})

it('a password is never drafted with its form', () => {
  const field = type('', '<input type="password">')
  field.addEventListener('input', () => writeDraft('login', { email: 'ada@fettle.test' }))
  field.value = 'secret'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  expect(wouldLoseInput()).toBe(true)
})

it('search fields and checkboxes do not count', () => {
  type('tap', '<input type="search">')
  type('on', '<input type="checkbox">')
  expect(wouldLoseInput()).toBe(false)
})
