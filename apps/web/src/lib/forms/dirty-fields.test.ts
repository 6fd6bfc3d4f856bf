import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchTyping, wouldLoseInput } from './dirty-fields.ts'

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

it('text in a draft is safe', () => {
  type('Two of three "done"\nso far')
  sessionStorage.setItem('draft:note', JSON.stringify({ text: 'Two of three "done"\nso far' }))
  expect(wouldLoseInput()).toBe(false)
  type('and more')
  expect(wouldLoseInput()).toBe(true)
})

it('search fields and checkboxes do not count', () => {
  type('tap', '<input type="search">')
  type('on', '<input type="checkbox">')
  expect(wouldLoseInput()).toBe(false)
})
