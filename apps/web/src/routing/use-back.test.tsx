import { act, useEffect, useState } from 'react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { useOriginTracking } from './origins.ts'
import { paths } from './paths.ts'
import { BackLink } from '../ui/navigation/back-link.tsx'
import { setUpScreen } from '../testing/screen.tsx'
import { useBack } from './use-back.ts'

const { draw } = setUpScreen()
const links = () => [...document.querySelectorAll('a')]
const follow = (name: string) =>
  act(async () =>
    links()
      .find((link) => link.textContent === name)
      ?.click(),
  )
const address = () => document.querySelector('output')?.textContent
const back = () => document.querySelector('nav a')?.textContent

function Job() {
  return (
    <nav>
      <BackLink back={useBack({ to: '/bookings?tab=past', label: 'All jobs' })} />
    </nav>
  )
}

/** Shows the page of an address after the guard has let it pass, as the router does. */
function Pages() {
  useOriginTracking()
  const requested = useLocation()
  const [shown, setShown] = useState(requested)
  useEffect(() => setShown(requested), [requested])
  const { pathname, search } = requested
  return (
    <>
      <output>{pathname + search}</output>
      <Link to={paths.booking('1')}>First job</Link>
      <Link to={paths.booking('2')}>Second job</Link>
      <Link to={`${pathname}?action=decline`}>Open a sheet</Link>
      <Link to={pathname} replace>
        Close the sheet
      </Link>
      <Link to={`${paths.messages}?channel=7`}>Conversation</Link>
      <Routes location={shown}>
        <Route path="/bookings/:id" element={<Job />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}

const open = (path: string) => draw(<Pages />, path)

/** Whether the navigation is a rail; else it is the bar of a phone. */
const showRail = (isRail: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isRail, addEventListener: vi.fn(), removeEventListener: vi.fn() }))

beforeEach(() => showRail(true))

it('leads from a record to the page it was opened from, and names it', async () => {
  await open('/')
  await follow('Conversation')
  await follow('First job')
  expect(back()).toBe('Messages')
  await follow('Messages')
  expect(address()).toBe('/messages?channel=7')
})

it('names the page as the navigation of the same screen does', async () => {
  await open(paths.earnings)
  await follow('First job')
  expect(back()).toBe('Earnings')
  await follow('Earnings')
  showRail(false)
  await follow('First job')
  expect(back()).toBe('Money')
})

it('leads to the list when the record was opened by its address', async () => {
  await open('/bookings/1')
  expect(back()).toBe('All jobs')
  await follow('All jobs')
  expect(address()).toBe('/bookings?tab=past')
})

it('keeps the page of origin while the address of the record changes', async () => {
  await open('/')
  await follow('First job')
  await follow('Open a sheet')
  await follow('Close the sheet')
  expect(back()).toBe('Home')
  await follow('Home')
  expect(address()).toBe('/')
})

it('leads through several records back to the first page', async () => {
  await open('/')
  await follow('First job')
  await follow('Second job')
  expect(back()).toBe('Back')
  await follow('Back')
  expect([address(), back()]).toEqual(['/bookings/1', 'Home'])
  await follow('Home')
  expect(address()).toBe('/')
})
