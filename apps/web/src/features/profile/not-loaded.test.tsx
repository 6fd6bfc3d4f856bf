import { beforeEach, expect, it } from 'vitest'
import type { Profile } from '@fettle/protocol/accounts/profile'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../testing/screen.tsx'
import { exportQuery } from './data/api.ts'
import { DataTab } from './data/data-tab.tsx'
import { documentsQuery } from './documents/api.ts'
import { DocumentsTab } from './documents/documents-tab.tsx'
import { PushCard } from './notifications/push-card.tsx'
import { sessionsQuery } from './security/api.ts'
import { SecondFactorsCard } from './security/second-factors-card.tsx'
import { SessionsCard } from './security/sessions-card.tsx'
import { secondFactorsQuery } from '../../shared/second-factor/api.ts'

const answers: Record<string, unknown> = {
  'auth.secondFactors': {
    factors: [],
    recoveryCodesLeft: 0,
    resetAt: null,
    rememberedDevices: [
      { id: 'dev_1', device: 'Firefox on Linux', expiresAt: '2026-12-24T00:00:00Z', isCurrent: false },
    ],
  },
}
const server = { isAway: true }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (server.isAway) throw new Error('Away')
    return answers[name] ?? []
  },
})
const { draw, button, press, queryClient, text } = setUpScreen({ queries: { retry: false } })

beforeEach(() => void (server.isAway = true))

it('says that the devices without a second factor could not be loaded, and loads them again', async () => {
  queryClient().setQueryData(sessionsQuery.queryKey, [])
  await draw(<SessionsCard />)
  await waitFor(() => expect(text()).toContain("Devices that skip the second stepWe couldn't load these."))
  queryClient().setQueryData(secondFactorsQuery.queryKey, answers['auth.secondFactors'] as never)
  await waitFor(() => expect(text()).toContain('Firefox on Linux'))
  expect(button('Try again')).toBeUndefined()
})

it('says that the push messages of the device could not be loaded, and loads them again', async () => {
  await draw(<PushCard />)
  await waitFor(() => expect(text()).toContain("This deviceWe couldn't load this."))
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(button('Try again')).toBeUndefined())
})

const profile = { verificationLevel: 'VERIFIED' } as Profile
it.each([
  ['sessions', sessionsQuery, [], <SessionsCard key="" />],
  ['second factors', secondFactorsQuery, answers['auth.secondFactors'], <SecondFactorsCard key="" />],
  ['documents', documentsQuery, [], <DocumentsTab key="" profile={profile} />],
  [
    'export',
    exportQuery,
    { status: 'NONE', url: null, size: null, expiresAt: null, availableAt: null },
    <DataTab key="" />,
  ],
])('shows no error beside %s that are known while they cannot be loaded again', async (_, query, data, part) => {
  queryClient().setQueryData(secondFactorsQuery.queryKey, answers['auth.secondFactors'] as never)
  queryClient().setQueryData(query.queryKey, data as never)
  await draw(part)
  await queryClient().refetchQueries()
  await settle()
  expect(button('Try again')).toBeUndefined()
})
