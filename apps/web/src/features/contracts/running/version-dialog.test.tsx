import type { ContractDetails } from '@fettle/protocol/contracts'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../../testing/screen.tsx'
import * as documentModule from '../detail/contract-document.tsx'
import { AuditSection } from './audit-section.tsx'
import { VersionDialog } from './version-dialog.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (server.isAway) throw new Error('Away')
    return name === 'contracts.audit' ? [] : { createdAt: '2026-11-25T12:00:00Z', contentHash: 'abc', document: {} }
  },
})
replaceExports(documentModule, { ContractDocumentView: () => null })
const { draw, text, press, button } = setUpScreen({ queries: { retry: false } })
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
