import { describe, expect, it } from 'vitest'
import { decideRoute, type RouteDecision, type RouteContext } from './guard.ts'
import { publicPaths } from './paths.ts'
import { routeTable } from './route-table.ts'

const onboarded = { isOnboarded: true }
const fresh = { isOnboarded: false }
const show: RouteDecision = { do: 'show' }
const fetchProfile: RouteDecision = { do: 'fetch-profile' }
const to = (path: string): RouteDecision => ({ do: 'redirect', to: path })

const decide = (path: string, facts: Partial<RouteContext> = {}) =>
  decideRoute({ path, authenticated: false, profile: null, hasStreamToken: false, ...facts })

const privatePaths = routeTable.map(({ path }) => path.replace(':id', 'bkg_01'))
const unknownPaths = ['/nothing', '/bookings/1/2', '/login/more', '/Login']

describe('a visitor without a session', () => {
  it.each([
    ['/login', show],
    ['/register', show],
    ['/verify-account', show],
    ['/forgot-password', show],
    ['/verify-otp', show],
    ['/new-password', show],
    ['/reset-password', to('/new-password')],
  ])('may open %s', (path, expected) => {
    expect(decide(path)).toEqual(expected)
    expect(decide(`${path}/`)).toEqual(expected)
  })

  it.each([...privatePaths, ...unknownPaths])('is sent from %s to /login', (path) => {
    expect(decide(path)).toEqual(to('/login'))
  })

  it.each([...publicPaths, ...privatePaths, ...unknownPaths])(
    'with a stream token loads the profile at %s first',
    (path) => {
      expect(decide(path, { hasStreamToken: true })).toEqual(fetchProfile)
    },
  )

  it('with a stream token and a loaded profile does not load again', () => {
    expect(decide('/bookings', { hasStreamToken: true, profile: onboarded })).toEqual(to('/login'))
    expect(decide('/login', { hasStreamToken: true, profile: onboarded })).toEqual(show)
  })
})

describe('an onboarded provider', () => {
  const facts = { authenticated: true, profile: onboarded }

  it.each(publicPaths)('is sent from %s to the home screen', (path) => {
    expect(decide(path, facts)).toEqual(to('/'))
  })

  it.each([...privatePaths, ...unknownPaths])('may open %s', (path) => {
    expect(decide(path, facts)).toEqual(show)
  })
})

describe('a provider who has not finished onboarding', () => {
  const facts = { authenticated: true, profile: fresh }

  it('may open /get-started', () => {
    expect(decide('/get-started', facts)).toEqual(show)
    expect(decide('/get-started/', facts)).toEqual(show)
  })

  it.each([...privatePaths.filter((path) => path !== '/get-started'), ...unknownPaths])(
    'is forced from %s to /get-started',
    (path) => {
      expect(decide(path, facts)).toEqual(to('/get-started'))
    },
  )

  it.each(publicPaths)('is sent from %s to the home screen, which redirects to /get-started', (path) => {
    expect(decide(path, facts)).toEqual(to('/'))
  })
})

describe('a provider whose profile is not loaded yet', () => {
  const facts = { authenticated: true, profile: null }

  it.each([...privatePaths, ...unknownPaths])('waits for it at %s', (path) => {
    expect(decide(path, facts)).toEqual(fetchProfile)
    expect(decide(path, { ...facts, hasStreamToken: true })).toEqual(fetchProfile)
  })

  it.each(publicPaths)('is sent from %s to the home screen without waiting', (path) => {
    expect(decide(path, facts)).toEqual(to('/'))
  })
})
