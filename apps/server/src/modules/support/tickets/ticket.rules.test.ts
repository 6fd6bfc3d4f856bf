import { unreachableStates } from '@fettle/protocol'
import {
  ticketFlow,
  type TicketAction,
  type TicketTransitionName,
  type TicketStatus,
} from '@fettle/protocol/support/tickets'
import { describe, expect, it } from 'vitest'
import { isSimilar, distinctiveWords } from './similar.rules.ts'
import {
  allowedActions,
  transition,
  raisePriority,
  timersOf,
  type TicketRole,
  type TicketRecord,
} from './ticket.rules.ts'

const now = new Date('2026-03-02T11:00:00Z')
const ticket = (status: TicketStatus, more: Partial<TicketRecord> = {}): TicketRecord => ({
  id: 'tkt_1',
  reference: 'SUP-2026-000001',
  providerId: 'usr_1',
  providerName: 'Ada Obi',
  category: 'BOOKING',
  subject: 'The address is wrong',
  priority: 'HIGH',
  status,
  related: null,
  diagnostics: null,
  firstResponseDueAt: new Date('2026-03-02T15:00:00Z'),
  firstRespondedAt: null,
  promiseMissed: false,
  assigneeName: null,
  assigneeAvatar: null,
  holdReason: null,
  holdUntil: status === 'ON_HOLD' ? new Date('2026-03-05T11:00:00Z') : null,
  waitingSince: status === 'PENDING' ? now : null,
  remindedAt: null,
  resolvedAt: status === 'RESOLVED' || status === 'CLOSED' ? now : null,
  csatRating: null,
  csatComment: null,
  csatAt: null,
  mergedInto: null,
  mergedIntoReference: null,
  followsUp: null,
  followsUpReference: null,
  unread: 0,
  unanswered: 0,
  version: 1,
  createdAt: now,
  lastMessageAt: now,
  ...more,
})

describe('the flow of a ticket', () => {
  it('reaches every state, and ends closed only', () => {
    expect(unreachableStates(ticketFlow)).toEqual([])
    const leaving = new Set<TicketStatus>(Object.values(ticketFlow.transitions).flatMap(({ from }) => [...from]))
    expect(ticketFlow.states.filter((state) => !leaving.has(state))).toEqual(['CLOSED'])
  })

  const actions = Object.keys(ticketFlow.transitions) as TicketTransitionName[]
  const roles: TicketRole[] = ['PROVIDER', 'OPERATOR', 'SYSTEM']
  it.each(
    ticketFlow.states.flatMap((from) =>
      actions.flatMap((action) => roles.map((role) => [from, action, role] as const)),
    ),
  )('from %s by %s of %s follows the table', (from, action, role) => {
    const row = ticketFlow.transitions[action]
    const isInTable = row.from.includes(from) && (row.by as readonly TicketRole[]).includes(role)
    if (isInTable) expect(transition(ticket(from), action, role, now).status).toBe(row.to)
    else expect(() => transition(ticket(from), action, role, now)).toThrow(expect.objectContaining({ status: 409 }))
  })

  it.each<[TicketStatus, TicketAction[], TicketAction[]]>([
    ['OPEN', ['message', 'resolve'], ['reply', 'hold', 'resolve']],
    ['PENDING', ['message', 'resolve'], ['reply', 'hold', 'resolve']],
    ['ON_HOLD', ['message', 'resolve'], ['reply', 'resolve']],
    ['RESOLVED', ['message', 'reopen', 'csat'], []],
    ['CLOSED', ['csat', 'follow-up'], []],
  ])('in %s allows each side its own actions', (status, provider, operator) => {
    expect(allowedActions(ticket(status), 'PROVIDER')).toEqual(provider)
    expect(allowedActions(ticket(status), 'OPERATOR')).toEqual(operator)
  })

  it('has one follow-up at most', () => {
    expect(allowedActions(ticket('CLOSED', { mergedInto: 'tkt_2' }), 'PROVIDER')).toEqual(['csat'])
  })
})

describe('the deadline of a ticket', () => {
  const kinds = (one: TicketRecord) => timersOf(one).map(({ kind, dueAt }) => [kind, dueAt.toISOString()])

  it.each<[string, TicketRecord, [string, string][]]>([
    ['a first answer', ticket('OPEN'), [['promise', '2026-03-02T15:00:00.001Z']]],
    ['none once answered', ticket('OPEN', { firstRespondedAt: now }), []],
    ['none after a missed urgent one', ticket('OPEN', { priority: 'URGENT', promiseMissed: true }), []],
    ['the end of its hold', ticket('ON_HOLD'), [['resume', '2026-03-05T11:00:00.000Z']]],
    [
      'the provider: reminded after three days, resolved after seven',
      ticket('PENDING'),
      [
        ['remind', '2026-03-05T11:00:00.000Z'],
        ['silence', '2026-03-09T11:00:00.000Z'],
      ],
    ],
    [
      'the provider, after the reminder',
      ticket('PENDING', { remindedAt: now }),
      [['silence', '2026-03-09T11:00:00.000Z']],
    ],
    ['two weeks, once resolved', ticket('RESOLVED'), [['close', '2026-03-16T11:00:00.000Z']]],
    ['none, once closed', ticket('CLOSED'), []],
  ])('is %s', (_, one, timers) => {
    expect(kinds(one)).toEqual(timers)
  })

  it('escalates step by step', () => {
    expect((['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const).map(raisePriority)).toEqual([
      'NORMAL',
      'HIGH',
      'URGENT',
      'URGENT',
    ])
  })
})

describe('the duplicate check of tickets', () => {
  const question = (subject: string, more: Partial<Parameters<typeof isSimilar>[0]> = {}) => ({
    category: 'PAYMENT_PAYOUT',
    subject,
    related: null,
    ...more,
  })

  it('matches when half of the significant words are shared', () => {
    expect(distinctiveWords('Why have my Payouts not arrived?')).toEqual(new Set(['payout', 'arrived']))
    expect(isSimilar(question('My payout has not arrived'), question('Payouts not arrived yet'))).toBe(true)
    expect(isSimilar(question('My payout has not arrived'), question('How do I change my bank account?'))).toBe(false)
  })

  it('does not match across categories', () => {
    expect(
      isSimilar(question('My payout has not arrived'), question('My payout has not arrived', { category: 'OTHER' })),
    ).toBe(false)
  })

  it('matches the same record, whatever the subject', () => {
    const related = { type: 'BOOKING', id: 'bkg_1' }
    expect(isSimilar(question('One', { related }), question('Another', { related }))).toBe(true)
    const other = { type: 'BOOKING', id: 'bkg_2' }
    expect(
      isSimilar(question('The same words here', { related }), question('The same words here', { related: other })),
    ).toBe(false)
  })

  it('does not match without significant words', () => {
    expect(isSimilar(question('Help!'), question('Why?'))).toBe(false)
  })
})
