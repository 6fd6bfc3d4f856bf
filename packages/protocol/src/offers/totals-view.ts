import * as z from 'zod/mini'
import { Day } from '../core/values.ts'
import { instalmentDue } from './constants.ts'

/** Schemas of an offer's totals. */

const int = z.int()

export const LineTotal = z.object({
  id: z.string(),
  selected: z.boolean(),
  quantity: z.string(),
  /** Quantity times price. */
  gross: int,
  discount: int,
  /** Line amount: gross less its discount. */
  amount: int,
  /** The line's share of the order's discount. */
  orderDiscount: int,
})
export type LineTotal = z.infer<typeof LineTotal>

export const OfferTotals = z.object({
  lines: z.array(LineTotal),
  /** Sum of the selected lines of each section, before the order discount. */
  sections: z.array(z.object({ id: z.string(), amount: int })),
  /** Sum of the selected lines, before any discount. */
  subtotal: int,
  lineDiscounts: int,
  orderDiscount: int,
  /** Without tax: the sum of the tax bases. */
  net: int,
  /** By rate, highest first; untaxed lines have rate 0. Empty where the offer shows no tax. */
  taxes: z.array(z.object({ rateBps: int, base: int, amount: int })),
  total: int,
  deposit: int,
  balance: int,
  /** The deposit first, if any. Together they equal the total. */
  instalments: z.array(
    z.object({
      label: z.string(),
      amount: int,
      dueOn: z.enum(instalmentDue),
      dueDate: z.nullable(Day),
      isDeposit: z.boolean(),
    }),
  ),
  /** Minimum and maximum total the customer may choose. */
  minTotal: int,
  maxTotal: int,
  /** Net less known costs. Null where no selected line has a cost, and always for customers. */
  marginEstimate: z.nullable(int),
})
export type OfferTotals = z.infer<typeof OfferTotals>
