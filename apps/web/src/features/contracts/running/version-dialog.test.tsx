import type { ContractDetails } from '@fettle/protocol/contracts'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../../testing/screen.tsx'
import * as documentModule from '../detail/contract-document.tsx'
import { versionQuery } from '../api.ts'
import { AuditSection } from './audit-section.tsx'
import { ChangeOrdersSection } from './change-orders-section.tsx'
import { VersionDialog } from './version-dialog.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (server.isAway) throw new Error('Away')
    return name === 'contracts.audit' ? [] : { createdAt: '2026-11-25T12:00:00Z', contentHash: 'abc', document: {} }
  },
})
replaceExports(documentModule, { ContractDocumentView: () => null })
const { draw, text, press, button, queryClient } = setUpScreen({ queries: { retry: false } })
const contract = { id: 'ctr_1', versions: [{ number: 1 }], files: [], auditHead: 'abc' } as unknown as ContractDetails

it('loads a version again when asked', async () => {
  server.isAway = true
  await draw(<VersionDialog contract={contract} number={1} onClose={() => undefined} />)
  await settle()
  expect(button('Try again')).toBeDefined()
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).toContain('SHA-256 of this version: abc'))
})

it('loads the comparison with the latest version again when asked', async () => {
  const version = { createdAt: '2026-11-25T12:00:00Z', contentHash: 'abc', document: {} }
  const changed = { ...contract, versions: [{ number: 2 }, { number: 1 }] } as unknown as ContractDetails
  queryClient().setQueryData(versionQuery('ctr_1', 1).queryKey, version as never)
  server.isAway = true
  await draw(<VersionDialog contract={changed} number={1} onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load the comparison."))
  expect(button('Try again')).toBeDefined()
})

it('shows no total of the original contract while it is unknown', async () => {
  server.isAway = true
  const total = { amount: 900_000, currency: 'NGN' }
  const amendment = { id: 'amd_1', number: 1, title: 'Second tap', status: 'ACCEPTED', total, expiresAt: null }
  const changed = { ...contract, amendments: [amendment], allowedActions: [], total } as unknown as ContractDetails
  await draw(<ChangeOrdersSection contract={changed} now={new Date()} onOpen={() => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load the totals before and after each change."))
  expect(text()).toMatch(/Original contractWe/)
  expect(button('Try again')).toBeDefined()
})

it('loads the audit trail again when asked', async () => {
  server.isAway = true
  await draw(<AuditSection contract={contract} now={new Date()} />)
  const details = document.querySelector('details') as HTMLDetailsElement
  details.open = true
  await waitFor(() => expect(text()).toContain("We couldn't load the audit trail."))
  expect(button('Try again')).toBeDefined()
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).not.toContain("We couldn't load the audit trail."))
})
