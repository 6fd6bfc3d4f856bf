import { finishGoogle as finishOperation, startGoogle as startOperation } from '@fettle/protocol/accounts/calls'
import { ROLE } from '@fettle/protocol/common/constants'
import { call } from '../../lib/http/api.ts'

/** Requests the address of Google's sign-in page. */
export const startGoogle = (redirectUri: string) => call(startOperation, { body: { redirectUri } })

export const finishGoogle = (answer: { code: string; redirectUri: string; state?: string }) =>
  call(finishOperation, { body: { ...answer, role: ROLE } })
