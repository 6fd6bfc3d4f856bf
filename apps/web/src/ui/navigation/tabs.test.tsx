import { act, useState, type ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { press as pressButton, setUpScreen } from '../../testing/screen.tsx'
import { Tabs } from './tabs.tsx'

const { draw, button } = setUpScreen()
afterEach(() => void (document.documentElement.dir = ''))

const names = ['One', 'Two', 'Three'] as const

function Numbers({ beside }: { beside?: ReactNode }) {
  const [current, setCurrent] = useState<(typeof names)[number]>('One')
  return (
    <Tabs
      label="Numbers"
      tabs={names.map((name) => ({ name, label: name }))}
      current={current}
      onChange={setCurrent}
      beside={beside}
    >
      {current}
    </Tabs>
  )
}

const press = (key: string) =>
  act(async () =>
    document.querySelector('[role=tablist]')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
  )
const chosen = () => document.querySelector('[aria-selected=true]')?.textContent

async function chosenAfter(...keys: string[]) {
  await draw(<Numbers />)
  return pressed(keys)
}

async function pressed(keys: string[]) {
  const all = []
  for (const key of keys) {
    await press(key)
    all.push(chosen())
  }
  return all
}

it('arrow keys choose the neighbour, around the ends', async () => {
  expect(await chosenAfter('ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home')).toEqual([
    'Two',
    'One',
    'Three',
    'One',
    'Three',
    'One',
  ])
})

it('the next tab is to the left on a page from right to left', async () => {
  document.documentElement.dir = 'rtl'
  expect(await chosenAfter('ArrowLeft', 'ArrowRight', 'ArrowRight')).toEqual(['Two', 'One', 'Three'])
})

it('tabs one below the other are chosen with the arrows up and down', async () => {
  await draw(<Numbers beside="A picture" />)
  expect(document.querySelector('[role=tablist]')?.getAttribute('aria-orientation')).toBe('vertical')
  expect(await pressed(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowUp'])).toEqual(['Two', 'Two', 'One', 'Three'])
})

it('leaves the arrow keys with Alt to the browser, which goes back with them', async () => {
  await draw(<Numbers />)
  const key = new KeyboardEvent('keydown', { key: 'ArrowRight', altKey: true, bubbles: true, cancelable: true })
  await act(async () => document.querySelector('[role=tablist]')?.dispatchEvent(key))
  expect([chosen(), key.defaultPrevented]).toEqual(['One', false])
})

it('keeps the focus when a button of a panel opens another tab', async () => {
  function Linked() {
    const [current, setCurrent] = useState<(typeof names)[number]>('One')
    return (
      <Tabs label="Numbers" tabs={names.map((name) => ({ name, label: name }))} current={current} onChange={setCurrent}>
        {current === 'One' ? <button onClick={() => setCurrent('Two')}>Open two</button> : current}
      </Tabs>
    )
  }
  await draw(<Linked />)
  button('Open two').focus()
  await pressButton(button('Open two'))
  expect(document.activeElement?.role).toBe('tabpanel')
})

it('leaves the focus alone when the page itself opens another tab', async () => {
  const tabs = names.map((name) => ({ name, label: name }))
  const show = (current: (typeof names)[number]) =>
    draw(
      <Tabs label="Numbers" tabs={tabs} current={current} onChange={() => undefined}>
        {current}
      </Tabs>,
    )
  await show('One')
  await show('Two')
  expect(chosen()).toBe('Two')
  expect(document.activeElement).toBe(document.body)
})

it('the count of a tab is a word of its own in its name', async () => {
  await draw(
    <Tabs
      label="Numbers"
      tabs={[{ name: 'One', label: 'Requests', count: 6 }]}
      current="One"
      onChange={() => undefined}
    >
      Six
    </Tabs>,
  )
  expect(chosen()).toBe('Requests 6')
})
