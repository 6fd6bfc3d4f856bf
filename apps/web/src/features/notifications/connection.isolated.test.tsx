import type { NovuProvider } from '@novu/react/hooks'
import type { ComponentProps } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'

type ProviderProps = ComponentProps<typeof NovuProvider>
const providerProps: ProviderProps[] = []
vi.mock('@novu/react/hooks', () => ({
  NovuProvider: (props: ProviderProps) => {
    providerProps.push(props)
    return null
  },
}))
const { Connection } = await import('./connection.tsx')

const { draw } = setUpScreen()
beforeEach(() => void providerProps.splice(0))

const session = {
  applicationIdentifier: 'app',
  subscriberId: 'usr_ada',
  subscriberHash: 'hash',
  apiUrl: 'https://desk.example.com/inbox',
  socketUrl: 'https://desk.example.com',
  socketPath: '/inbox/socket.io',
}

it('the official client waits four seconds for its socket, at most ten between attempts, and is kept', async () => {
  const screen = () =>
    draw(
      <Connection session={{ ...session }} onRenew={() => undefined}>
        {null}
      </Connection>,
    )
  await screen()
  await screen()
  const [first, last] = [providerProps[0], providerProps.at(-1)]
  expect(first).toMatchObject({
    applicationIdentifier: 'app',
    subscriber: { subscriberId: 'usr_ada' },
    subscriberHash: 'hash',
    apiUrl: 'https://desk.example.com/inbox',
    socketUrl: 'https://desk.example.com',
    socketOptions: { path: '/inbox/socket.io', timeout: 4_000, reconnectionDelayMax: 10_000 },
  })
  // Options of another identity would open another session.
  expect(providerProps.length).toBeGreaterThan(1)
  expect(last?.socketOptions).toBe(first?.socketOptions)
  expect(last?.subscriber).toBe(first?.subscriber)
})

it('the socket of a Novu that the operator runs has the same times', async () => {
  await draw(
    <Connection
      session={{ ...session, socketUrl: 'https://socket.example.com', socketPath: null }}
      onRenew={() => undefined}
    >
      {null}
    </Connection>,
  )
  expect(providerProps[0]?.socketOptions).toEqual({ timeout: 4_000, reconnectionDelayMax: 10_000 })
})
