import { createHmac } from 'node:crypto'
import { equalsInConstantTime } from '../../platform/crypto/constant-time.ts'
import { catalogue, workflowIds, type WorkflowId } from './catalogue.ts'
import { groups, type UnsubscribeGroup } from './kinds/kind.ts'

/** Mails to stop: of a preference group, or the daily summary (`digest`). */
export interface UnsubscribeScope {
  group: UnsubscribeGroup
}

export interface UnsubscribeToken extends UnsubscribeScope {
  providerId: string
}

export const UNSUBSCRIBE_PATH = '/v2/public/unsubscribe'

const sign = (key: string, payload: string) =>
  createHmac('sha256', key).update(`stop ${payload}`).digest('base64url').slice(0, 27)

/**
 * Address that stops mails of one kind for one provider without signing in. It never expires, because mails are kept
 * for ever, and allows nothing else.
 */
export function unsubscribeLink(origin: string, key: string, { providerId, group }: UnsubscribeToken): string {
  const payload = Buffer.from(`${providerId} ${group}`).toString('base64url')
  return `${origin}${UNSUBSCRIBE_PATH}/${payload}.${sign(key, payload)}`
}

/** Verifies and reads the token of an unsubscribe link. Undefined: not one of ours. */
export function readUnsubscribeToken(key: string, token: string): UnsubscribeToken | undefined {
  const [payload = '', signature = '', more] = token.split('.')
  if (more !== undefined || !equalsInConstantTime(signature, sign(key, payload))) return undefined
  const [providerId = '', name] = Buffer.from(payload, 'base64url').toString().split(' ')
  const group = name === 'digest' ? name : groups.find((candidate) => candidate === name)
  return group && { providerId, group }
}

/** Workflows of a group. Critical ones are in none. */
export function workflowsOf({ group }: UnsubscribeScope): WorkflowId[] {
  return workflowIds.filter((id) => {
    const { severity, tags } = catalogue[id]
    if (severity === 'CRITICAL') return false
    return group === 'digest' ? severity === 'LOW' : tags.includes(group)
  })
}
