import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { useNear } from './use-near.ts'

const { draw } = setUpScreen()

const End = () => <div ref={useNear(true, () => undefined)} />

it('looks ahead in the page and in areas that scroll on their own', async () => {
  const options: (IntersectionObserverInit | undefined)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(_callback: IntersectionObserverCallback, given?: IntersectionObserverInit) {
        options.push(given)
      }
      observe() {}
      disconnect() {}
    },
  )
  await draw(<End />)
  expect(options).toEqual([{ rootMargin: '300px', scrollMargin: '300px' }])
})
