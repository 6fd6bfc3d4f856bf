import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { OfferContent, OfferDraft, type OfferDraft as Draft } from './content.ts'
import { calculateOffer, defaultSelections, selectionProblems, spread } from './totals.ts'

type Line = Draft['lineItems'][number]

/** A minimal line with overrides. */
const line = (over: Partial<Line> & { id: string }) => ({
  kind: 'LABOUR',
  name: over.id,
  quantity: '1',
  unit: 'ITEM',
  unitPrice: 0,
  ...over,
})

const draft = (over: Record<string, unknown>): Draft => z.parse(OfferDraft, { title: 'A bathroom', ...over })

const checkValue = draft({
  lineItems: [
    line({ id: 'a', quantity: '3', unitPrice: 450_000, taxRateBps: 750 }),
    line({ id: 'b', quantity: '2.5', unitPrice: 120_050, taxRateBps: 750 }),
    line({ id: 'c', quantity: '1', unitPrice: 80_000 }),
  ],
  discount: { type: 'PERCENT', value: 500 },
  deposit: { type: 'PERCENT', value: 3000 },
})

describe('the totals of an offer', () => {
  it('match the reference values', () => {
    const totals = calculateOffer(checkValue)
    expect(totals).toMatchObject({
      subtotal: 1_730_125,
      lineDiscounts: 0,
      orderDiscount: 86_506,
      net: 1_643_619,
      total: 1_761_190,
      deposit: 528_357,
      balance: 1_232_833,
    })
    expect(totals.lines.map(({ orderDiscount }) => orderDiscount)).toEqual([67_500, 15_006, 4000])
    expect(totals.taxes).toEqual([
      { rateBps: 750, base: 1_567_619, amount: 117_571 },
      { rateBps: 0, base: 76_000, amount: 0 },
    ])
  })

  it('give an instalment a date only if it is due on one', () => {
    const paymentSchedule = [
      { label: 'Half', shareBps: 5000, dueOn: 'START', dueDate: '2026-04-01' },
      { label: 'Rest', shareBps: 5000, dueOn: 'DATE', dueDate: '2026-05-01' },
    ]
    const { instalments } = calculateOffer(draft({ ...checkValue, paymentSchedule }))
    expect(instalments.map(({ dueDate }) => dueDate)).toEqual([null, null, '2026-05-01'])
  })

  it('round a line once, including its discount', () => {
    const content = draft({ lineItems: [line({ id: 'a', quantity: '0.333', unitPrice: 1001, discountBps: 3333 })] })
    // 0.333 × 1001 = 333.333; × 0.6667 = 222.233…
    expect(calculateOffer(content).lines[0]).toMatchObject({ gross: 333, amount: 222, discount: 111 })
  })

  it('extract tax from inclusive prices, by rate', () => {
    const content = draft({
      taxMode: 'INCLUSIVE',
      lineItems: [
        line({ id: 'a', unitPrice: 11_900, taxRateBps: 1900 }),
        line({ id: 'b', unitPrice: 10_700, taxRateBps: 700 }),
      ],
    })
    expect(calculateOffer(content)).toMatchObject({
      total: 22_600,
      net: 20_000,
      taxes: [
        { rateBps: 1900, base: 10_000, amount: 1900 },
        { rateBps: 700, base: 10_000, amount: 700 },
      ],
    })
  })

  it('contain no tax where the offer has none', () => {
    const content = draft({ taxMode: 'NONE', lineItems: [line({ id: 'a', unitPrice: 500, taxRateBps: 750 })] })
    expect(calculateOffer(content)).toMatchObject({ total: 500, net: 500, taxes: [] })
  })

  it('never discount more than the price', () => {
    const content = draft({
      lineItems: [line({ id: 'a', unitPrice: 500 })],
      discount: { type: 'FIXED', value: 900 },
      deposit: { type: 'FIXED', value: 900 },
    })
    expect(calculateOffer(content)).toMatchObject({ orderDiscount: 500, total: 0, deposit: 0, instalments: [] })
  })

  it('distribute the remainder after the deposit, with the rest in the last instalment', () => {
    const third = { label: 'A third', dueOn: 'START' as const }
    const content = draft({
      lineItems: [line({ id: 'a', unitPrice: 1001 })],
      deposit: { type: 'FIXED', value: 1 },
      paymentSchedule: [
        { ...third, shareBps: 3333 },
        { ...third, shareBps: 3333 },
        { ...third, shareBps: 3334 },
      ],
    })
    expect(calculateOffer(content).instalments.map(({ amount }) => amount)).toEqual([1, 333, 333, 334])
  })

  it('sum each section, and use costs for margins only', () => {
    const content = draft({
      sections: [
        { id: 's1', title: 'Walls' },
        { id: 's2', title: 'Floor' },
      ],
      lineItems: [
        line({ id: 'a', sectionId: 's1', unitPrice: 700, costPrice: 300 }),
        line({ id: 'b', sectionId: 's2', unitPrice: 200 }),
        line({ id: 'c', sectionId: 's2', unitPrice: 100, optional: true }),
      ],
    })
    expect(calculateOffer(content)).toMatchObject({
      sections: [
        { id: 's1', amount: 700 },
        { id: 's2', amount: 200 },
      ],
      marginEstimate: 600,
    })
    expect(calculateOffer(checkValue).marginEstimate).toBeNull()
  })
})

describe('chosen options', () => {
  const choices = draft({
    optionGroups: [{ id: 'g', name: 'Boiler', minSelect: 1, maxSelect: 1 }],
    lineItems: [
      line({ id: 'base', unitPrice: 1000 }),
      line({ id: 'good', unitPrice: 300, optionGroupId: 'g' }),
      line({ id: 'better', unitPrice: 500, optionGroupId: 'g', selected: true }),
      line({ id: 'best', unitPrice: 900, optionGroupId: 'g' }),
      line({ id: 'extra', unitPrice: 50, optional: true, customerQuantity: { min: '1', max: '4' }, quantity: '2' }),
    ],
  })

  it("default to the provider's preselection", () => {
    expect(defaultSelections(choices)).toEqual({ lineIds: ['better'], quantities: {} })
    expect(calculateOffer(choices).total).toBe(1500)
  })

  it('allow alternatives and any number of add-ons', () => {
    const chosen = { lineIds: ['best', 'extra'], quantities: { extra: '4' } }
    expect(calculateOffer(choices, chosen).total).toBe(2100)
    expect(selectionProblems(choices, chosen)).toEqual([])
  })

  it('give the range of totals', () => {
    expect(calculateOffer(choices)).toMatchObject({ minTotal: 1300, maxTotal: 2100 })
  })

  it.each([
    [{ lineIds: [], quantities: {} }, 'GROUP_TOO_FEW{"min":1,"name":"Boiler"}'],
    [{ lineIds: ['good', 'best'], quantities: {} }, 'GROUP_TOO_MANY{"max":1,"name":"Boiler"}'],
    [{ lineIds: ['good', 'nothing'], quantities: {} }, 'LINE_UNKNOWN'],
    [{ lineIds: ['good', 'base'], quantities: {} }, 'LINE_NOT_OPTIONAL'],
    [{ lineIds: ['good', 'extra', 'extra'], quantities: {} }, 'LINES_REPEATED'],
    [{ lineIds: ['good', 'extra'], quantities: { extra: '4.001' } }, 'CHOOSE_QUANTITY{"min":"1","max":"4"}'],
    [{ lineIds: ['good'], quantities: { base: '2' } }, 'QUANTITY_FIXED'],
  ])('are refused when invalid: %j', (chosen, message) => {
    expect(selectionProblems(choices, chosen).map((problem) => problem.message)).toContain(message)
  })
})

describe('an offer to be sent', () => {
  const complete = { title: 'A bathroom', lineItems: [line({ id: 'a', unitPrice: 1 })] }
  const problems = (over: Record<string, unknown>) => {
    const parsed = z.safeParse(OfferContent, { ...complete, ...over })
    return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
  }

  it('is complete', () => {
    expect(problems({})).toEqual([])
  })

  it.each([
    [{ title: 'A' }, 'TITLE_LENGTH{"min":3,"max":120}'],
    [{ lineItems: [] }, 'LINE_REQUIRED'],
    [{ lineItems: Array.from({ length: 101 }, (_, n) => line({ id: `l${n}` })) }, 'MAX_LINES'],
    [{ lineItems: [line({ id: 'a' }), line({ id: 'a' })] }, 'LINE_ID_REPEATED'],
    [{ lineItems: [line({ id: 'a', quantity: '0.000' })] }, 'QUANTITY_RANGE'],
    [{ lineItems: [line({ id: 'a', quantity: '100000' })] }, 'QUANTITY_RANGE'],
    [{ lineItems: [line({ id: 'a', unitPrice: -1 })] }, 'UNIT_PRICE_NEGATIVE'],
    [{ lineItems: [line({ id: 'a', quantity: '99999', unitPrice: 99_999_999_999 })] }, 'LINE_TOTAL_TOO_LARGE'],
    [{ lineItems: [line({ id: 'a', taxRateBps: 5001 })] }, 'TAX_RATE_RANGE{"min":0,"max":50}'],
    [{ lineItems: [line({ id: 'a', optionGroupId: 'g' })] }, 'GROUP_UNKNOWN'],
    [{ lineItems: [line({ id: 'a', sectionId: 's' })] }, 'SECTION_UNKNOWN'],
    [{ lineItems: [line({ id: 'a', customerQuantity: { min: '2', max: '3' } })] }, 'QUANTITY_OUT_OF_RANGE'],
    [{ optionGroups: [{ id: 'g', name: 'Boiler', minSelect: 1, maxSelect: 1 }] }, 'GROUP_EMPTY'],
    [{ optionGroups: [{ id: 'g', name: 'Boiler', minSelect: 2, maxSelect: 1 }] }, 'MIN_ABOVE_MAX'],
    [{ discount: { type: 'PERCENT', value: 10_001 } }, 'MAX_PERCENT{"max":100}'],
    [{ paymentSchedule: [{ label: 'Start', shareBps: 5000, dueOn: 'START' }] }, 'INSTALMENTS_NOT_100'],
    [{ paymentSchedule: [{ label: 'Start', shareBps: 10_000, dueOn: 'DATE' }] }, 'DATE_REQUIRED'],
  ])('is refused as %j', (over, message) => {
    expect(problems(over)).toContain(message)
  })

  it('may be incomplete as a draft', () => {
    expect(z.safeParse(OfferDraft, {}).success).toBe(true)
    expect(z.safeParse(OfferDraft, { lineItems: [line({ id: 'a', name: '' })] }).success).toBe(true)
  })
})

const someLine = (id: string) =>
  fc.record({
    id: fc.constant(id),
    quantity: fc.integer({ min: 1, max: 99_999_999 }).map((n) => (n / 1000).toFixed(3)),
    unitPrice: fc.integer({ min: 0, max: 9_000_000 }),
    discountBps: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
    taxRateBps: fc.constantFrom(0, 500, 700, 750, 1900, 2000),
    optional: fc.boolean(),
    selected: fc.boolean(),
    costPrice: fc.option(fc.integer({ min: 0, max: 9_000_000 })),
  })

const someOffer = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    taxMode: fc.constantFrom('EXCLUSIVE', 'INCLUSIVE', 'NONE'),
    discount: fc.oneof(
      fc.record({ type: fc.constant('PERCENT'), value: fc.integer({ min: 0, max: 10_000 }) }),
      fc.record({ type: fc.constant('FIXED'), value: fc.integer({ min: 0, max: 1_000_000_000 }) }),
      fc.constant({ type: 'NONE' }),
    ),
    deposit: fc.record({ type: fc.constant('PERCENT'), value: fc.integer({ min: 0, max: 10_000 }) }),
    parts: fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 5 }),
  })
  .chain(({ count, parts, ...rest }) => {
    const used = parts.reduce((sum, part) => sum + part, 0)
    const schedule = parts.length === 0 ? [] : [...parts, 10_000 - used].filter((part) => part > 0)
    return fc.record({
      ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, fc.constant(value)])),
      paymentSchedule: fc.constant(schedule.map((shareBps) => ({ label: 'Part', shareBps, dueOn: 'START' }))),
      lineItems: fc
        .tuple(...Array.from({ length: count }, (_, n) => someLine(`l${n}`)))
        .map((items) => items.map((item) => line(item))),
    })
  })
  .map((over) => draft(over as Record<string, unknown>))

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const holds = (property: (content: Draft) => void) => fc.assert(fc.property(someOffer, property), { numRuns: 100 })

describe('random offers', () => {
  it('add up exactly: discounts, taxes and instalments', () => {
    holds((content) => {
      const totals = calculateOffer(content)
      const chosen = totals.lines.filter(({ selected }) => selected)
      expect(sum(chosen.map(({ gross }) => gross))).toBe(totals.subtotal)
      expect(sum(totals.lines.map(({ orderDiscount }) => orderDiscount))).toBe(totals.orderDiscount)
      for (const item of totals.lines) expect(item.orderDiscount).toBeLessThanOrEqual(item.amount)
      const tax = sum(totals.taxes.map(({ amount }) => amount))
      expect(totals.net + tax).toBe(totals.total)
      if (content.taxMode !== 'NONE') expect(sum(totals.taxes.map(({ base }) => base))).toBe(totals.net)
      expect(sum(totals.instalments.map(({ amount }) => amount))).toBe(totals.total)
      expect(totals.deposit + totals.balance).toBe(totals.total)
      for (const { amount } of totals.instalments) expect(amount).toBeGreaterThanOrEqual(0)
    })
  })

  it('do not depend on the order of lines', () => {
    holds((content) => {
      const { lines, ...totals } = calculateOffer(content)
      const turned = calculateOffer({ ...content, lineItems: content.lineItems.toReversed() })
      expect(turned).toEqual({ ...totals, lines: lines.toReversed() })
    })
  })

  it('survive serialization', () => {
    holds((content) => {
      const back = z.parse(OfferDraft, JSON.parse(JSON.stringify(content)))
      expect(back).toEqual(content)
      expect(calculateOffer(back)).toEqual(calculateOffer(content))
    })
  })

  it('are within their range of totals', () => {
    holds((content) => {
      const { minTotal, total, maxTotal } = calculateOffer(content)
      expect(minTotal).toBeLessThanOrEqual(total)
      expect(total).toBeLessThanOrEqual(maxTotal)
    })
  })

  it('distribute any amount completely, each part within one unit', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 1_000_000 }), (amounts, total) => {
        const whole = sum(amounts)
        fc.pre(whole > 0)
        const shares = spread(
          total,
          amounts.map((amount, n) => ({ id: `p${n}`, amount })),
        )
        expect(sum([...shares.values()])).toBe(total)
        for (const [n, amount] of amounts.entries())
          expect(Math.abs((shares.get(`p${n}`) ?? 0) - (total * amount) / whole)).toBeLessThan(1)
      }),
    )
  })
})
