import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bookingFlow } from '../bookings/index.ts'
import { errorCatalogue, errorMessage } from './errors.ts'
import { actionsFrom, flow, nextState, unreachableStates } from './flow.ts'
import { toIssues } from './issues.ts'
import { fillPath } from './operation.ts'
import { commaList, line, prose } from './values.ts'

describe('a life cycle', () => {
  const door = flow(['SHUT', 'OPEN', 'BRICKED_UP'], ['SHUT'], {
    open: { from: ['SHUT'], to: 'OPEN', by: ['GUEST', 'OWNER'] },
    shut: { from: ['OPEN'], to: 'SHUT', by: ['GUEST', 'OWNER'] },
  })

  it('offers each role the actions of its table row and no others', () => {
    expect(actionsFrom(door, 'SHUT', 'GUEST')).toEqual(['open'])
    expect(actionsFrom(door, 'BRICKED_UP', 'OWNER')).toEqual([])
  })

  it('has no move that is not in the table', () => {
    expect(nextState(door, 'SHUT', 'open', 'OWNER')).toBe('OPEN')
    expect(nextState(door, 'OPEN', 'open', 'OWNER')).toBeUndefined()
  })

  it('names the states nothing leads to', () => {
    expect(unreachableStates(door)).toEqual(['BRICKED_UP'])
  })

  it('of a booking reaches every state', () => {
    expect(unreachableStates(bookingFlow)).toEqual([])
  })
})

describe('an error', () => {
  it('fills its sentence from its details and leaves unknown names alone', () => {
    expect(errorMessage('OTP_INVALID', { tries: 3 })).toBe('That code is not right. 3 tries left.')
    expect(errorMessage('NOT_FOUND')).toBe("We couldn't find that {thing}.")
  })

  it('is a 401 only where nobody is signed in: clients end their session at any other', () => {
    const codes = Object.entries(errorCatalogue).flatMap(([code, { status }]) => (status === 401 ? [code] : []))
    expect(codes).toEqual(['UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'GOOGLE_LOGIN_FAILED'])
  })

  it('has a status that is a refusal', () => {
    for (const { status } of Object.values(errorCatalogue)) expect(status).toBeGreaterThanOrEqual(400)
  })
})

describe('issues', () => {
  const Form = z.object({
    accountName: z.string().check(z.minLength(2, 'Enter the account name.')),
    yearsOfExperience: z.int('Enter whole years.').check(z.lte(60, 'Enter whole years.')),
    lineItems: z.array(z.object({ quantity: z.string() })),
  })
  const issuesOf = (raw: unknown) => {
    const parsed = z.safeParse(Form, raw)
    return parsed.success ? [] : toIssues(parsed.error, raw)
  }

  it('say what is missing in the words of the field', () => {
    expect(issuesOf({ yearsOfExperience: 2, lineItems: [] })).toEqual([
      { path: ['accountName'], field: 'accountName', code: 'REQUIRED', message: 'Account name is required.' },
    ])
  })

  it('know what was given within a list of a query', () => {
    const Query = z.object({ status: commaList(z.enum(['OPEN', 'CLOSED'], 'Choose a status.')) })
    const raw = { status: 'OPEN,NONSENSE' }
    const { error } = z.safeParse(Query, raw)
    expect(error && toIssues(error, raw)).toEqual([
      {
        path: ['status', 1],
        field: 'status',
        code: 'NOT_ALLOWED',
        allowed: ['OPEN', 'CLOSED'],
        message: 'Choose a status.',
      },
    ])
  })

  it('carry the limits and the place within a list', () => {
    expect(issuesOf({ accountName: 'A', yearsOfExperience: 61, lineItems: [{ quantity: 2 }] })).toEqual([
      {
        path: ['accountName'],
        field: 'accountName',
        code: 'TOO_SHORT',
        minimum: 2,
        message: 'Enter the account name.',
      },
      {
        path: ['yearsOfExperience'],
        field: 'yearsOfExperience',
        code: 'TOO_BIG',
        maximum: 60,
        message: 'Enter whole years.',
      },
      {
        path: ['lineItems', 0, 'quantity'],
        field: 'quantity',
        code: 'INVALID_FORMAT',
        message: 'Quantity is not valid.',
      },
    ])
  })

  it('name a field once, by its first complaint', () => {
    expect(issuesOf('not a form').length).toBe(1)
  })
})

describe('texts', () => {
  const Title = line(3, 20, 'Use 3 to 20 characters.')
  const Note = prose(0, 100, 'Too long.')

  it('of one line are trimmed and their white space collapsed', () => {
    expect(z.parse(Title, '  Fix\t the  tap ')).toBe('Fix the tap')
  })

  it('are composed, so that equal looks are equal texts', () => {
    expect(z.parse(Title, 'Cafe\u0301')).toBe('Caf\u00e9')
  })

  it('refuse control characters', () => {
    expect(z.safeParse(Title, 'Fix\u0000tap').success).toBe(false)
    expect(z.safeParse(Note, 'Fix\u0007tap').success).toBe(false)
  })

  it('of several lines keep their breaks', () => {
    expect(z.parse(Note, 'one\r\ntwo\n')).toBe('one\ntwo')
  })

  it('stay as they are when read twice', () => {
    const isStable = (text: string) => {
      const once = z.safeParse(Note, text)
      return !once.success || z.parse(Note, once.data) === once.data
    }
    expect(() => fc.assert(fc.property(fc.string({ unit: 'binary' }), isStable))).not.toThrow()
  })
})

describe('paths and lists', () => {
  it('escape what is put into them', () => {
    expect(fillPath('/v2/bookings/:id/accept', { id: 'a/b c' })).toBe('/v2/bookings/a%2Fb%20c/accept')
  })

  it('refuse a missing parameter', () => {
    expect(() => fillPath('/v2/bookings/:id', {})).toThrow('Missing path parameter id')
  })

  it('split at commas and judge each item', () => {
    const Statuses = commaList(z.enum(['A', 'B']))
    expect(z.parse(Statuses, 'A,B')).toEqual(['A', 'B'])
    expect(z.safeParse(Statuses, 'A,C').success).toBe(false)
  })
})
