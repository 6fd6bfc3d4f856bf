import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startServiceWorker } from './service-worker.ts'

const createWorker = () => ({ postMessage: vi.fn<(message: unknown) => void>() })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubEnv('PROD', true)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('tells each worker once in which language its fallback pages are, also one that takes over later', async () => {
  const [first, second] = [createWorker(), createWorker()]
  const registration = Object.assign(new EventTarget(), { active: first, waiting: null })
  const workers = Object.assign(new EventTarget(), {
    register: async () => registration,
    ready: Promise.resolve(registration),
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers })
  const stop = startServiceWorker({ onUpdate: vi.fn(), onOpen: vi.fn() })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(first.postMessage.mock.calls).toEqual([[{ type: 'SPEAK', locale: 'en' }]])
  workers.dispatchEvent(new Event('controllerchange'))
  registration.active = second
  workers.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(second.postMessage.mock.calls).toEqual([[{ type: 'SPEAK', locale: 'en' }]])
  expect(first.postMessage).toHaveBeenCalledOnce()
  stop()
})
