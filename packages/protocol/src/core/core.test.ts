import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bookingFlow } from '../bookings/index.ts'
import { errorStatuses } from './errors.ts'
import { issueText, readIssueText, type IssueMessageCode } from './issue-text.ts'
import { issueMessages } from './issues.messages.ts'
import { actionsFrom, flow, nextState, unreachableStates } from './flow.ts'
import { toIssues } from './issues.ts'
import { fillPath } from './operation.ts'
import { commaList, line, prose } from './values.ts'

describe('a flow', () => {
  const door = flow(['SHUT', 'OPEN', 'BRICKED_UP'], ['SHUT'], {
    open: { from: ['SHUT'], to: 'OPEN', by: ['GUEST', 'OWNER'] },
    shut: { from: ['OPEN'], to: 'SHUT', by: ['GUEST', 'OWNER'] },
  })

  it('offers each role the actions of its table row only', () => {
    expect(actionsFrom(door, 'SHUT', 'GUEST')).toEqual(['open'])
    expect(actionsFrom(door, 'BRICKED_UP', 'OWNER')).toEqual([])
  })

  it('has no transition outside the table', () => {
    expect(nextState(door, 'SHUT', 'open', 'OWNER')).toBe('OPEN')
    expect(nextState(door, 'OPEN', 'open', 'OWNER')).toBeUndefined()
  })

  it('lists unreachable states', () => {
    expect(unreachableStates(door)).toEqual(['BRICKED_UP'])
  })

  it('of a booking reaches every state', () => {
    expect(unreachableStates(bookingFlow)).toEqual([])
  })
})

describe('an error definition', () => {
  it('has status 401 only without a session, since clients then end it', () => {
    const codes = Object.entries(errorStatuses).flatMap(([code, status]) => (status === 401 ? [code] : []))
    expect(codes).toEqual(['UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'GOOGLE_LOGIN_FAILED', 'SECOND_FACTOR_REQUIRED'])
  })

  it('has an error status', () => {
    for (const status of Object.values(errorStatuses)) expect(status).toBeGreaterThanOrEqual(400)
  })
})

describe('validation issues', () => {
  const Form = z.object({
    accountName: z.string().check(z.minLength(2, issueText('ACCOUNT_NAME_REQUIRED'))),
    yearsOfExperience: z
      .int(issueText('YEARS_INVALID', { min: 0, max: 60 }))
      .check(z.lte(60, issueText('YEARS_INVALID', { min: 0 }))),
    lineItems: z.array(z.object({ quantity: z.string() })),
    note: z.optional(z.string().check(z.maxLength(5))),
    photos: z.optional(z.array(z.string()).check(z.maxLength(1))),
  })
  const issuesOf = (raw: unknown) => {
    const parsed = z.safeParse(Form, raw)
    return parsed.success ? [] : toIssues(parsed.error, raw)
  }

  it('report missing fields', () => {
    expect(issuesOf({ yearsOfExperience: 2, lineItems: [] })).toEqual([
      { path: ['accountName'], field: 'accountName', code: 'REQUIRED', message: 'FIELD_REQUIRED' },
    ])
  })

  it('handle values within a query list', () => {
    const Query = z.object({ status: commaList(z.enum(['OPEN', 'CLOSED'], issueText('CHOICE_REQUIRED'))) })
    const raw = { status: 'OPEN,NONSENSE' }
    const { error } = z.safeParse(Query, raw)
    expect(error && toIssues(error, raw)).toEqual([
      {
        path: ['status', 1],
        field: 'status',
        code: 'NOT_ALLOWED',
        allowed: ['OPEN', 'CLOSED'],
        message: 'CHOICE_REQUIRED',
      },
    ])
  })

  it('contain limits and list positions', () => {
    const found = issuesOf({ accountName: 'A', yearsOfExperience: 61, lineItems: [{ quantity: 2 }] })
    expect(found.map(({ message }) => readIssueText(message))).toEqual([
      { code: 'ACCOUNT_NAME_REQUIRED', params: { min: 2 } },
      { code: 'YEARS_INVALID', params: { min: 0, max: 60 } },
      { code: 'FIELD_INVALID' },
    ])
    expect(found).toMatchObject([
      { path: ['accountName'], field: 'accountName', code: 'TOO_SHORT', minimum: 2 },
      { path: ['yearsOfExperience'], field: 'yearsOfExperience', code: 'TOO_BIG', maximum: 60 },
      { path: ['lineItems', 0, 'quantity'], field: 'quantity', code: 'INVALID_FORMAT' },
    ])
  })

  it('have a message for checks without their own', () => {
    const raw = { accountName: 'Ada', yearsOfExperience: 1, lineItems: [], note: 'too long', photos: ['a', 'b'] }
    expect(issuesOf(raw).map(({ message }) => message)).toEqual([
      issueText('MAX_CHARACTERS', { max: 5 }),
      issueText('MAX_ENTRIES', { max: 1 }),
    ])
  })

  it('report a field once', () => {
    expect(issuesOf('not a form').length).toBe(1)
  })
})

describe('the message of an issue', () => {
  it.each(Object.keys(issueMessages) as IssueMessageCode[])('%s is read back', (code) => {
    expect(readIssueText(issueText(code))).toEqual({ code })
    const params = { name: 'A {b}\n“c”', at: { at: '2026-03-02T10:00:00Z', timeZone: 'UTC' } }
    expect(readIssueText(issueText(code, params))).toEqual({ code, params })
  })

  it('is not what people or other parts wrote', () => {
    expect(readIssueText('Use at most 5 characters.')).toBeUndefined()
    expect(readIssueText('')).toBeUndefined()
  })
})

describe('text fields', () => {
  const Title = line(3, 20, issueText('TEXT_LENGTH'))
  const Note = prose(0, 100, issueText('TEXT_TOO_LONG'))

  it('of one line are trimmed with collapsed white space', () => {
    expect(z.parse(Title, '  Fix\t the  tap ')).toBe('Fix the tap')
  })

  it('are normalized to composed Unicode', () => {
    expect(z.parse(Title, 'Cafe\u0301')).toBe('Caf\u00e9')
  })

  it('refuse control characters', () => {
    expect(z.safeParse(Title, 'Fix\u0000tap').success).toBe(false)
    expect(z.safeParse(Note, 'Fix\u0007tap').success).toBe(false)
  })

  it('of several lines keep line breaks', () => {
    expect(z.parse(Note, 'one\r\ntwo\n')).toBe('one\ntwo')
  })

  it('are idempotent', () => {
    const isStable = (text: string) => {
      const once = z.safeParse(Note, text)
      return !once.success || z.parse(Note, once.data) === once.data
    }
    expect(() => fc.assert(fc.property(fc.string({ unit: 'binary' }), isStable))).not.toThrow()
  })
})

describe('paths and query lists', () => {
  it('escape parameters', () => {
    expect(fillPath('/v2/bookings/:id/accept', { id: 'a/b c' })).toBe('/v2/bookings/a%2Fb%20c/accept')
  })

  it('refuse a missing parameter', () => {
    expect(() => fillPath('/v2/bookings/:id', {})).toThrow('Missing path parameter id')
  })

  it('are split at commas and validated by item', () => {
    const Statuses = commaList(z.enum(['A', 'B']))
    expect(z.parse(Statuses, 'A,B')).toEqual(['A', 'B'])
    expect(z.safeParse(Statuses, 'A,C').success).toBe(false)
  })
})
